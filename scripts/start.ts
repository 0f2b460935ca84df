// npm start
// Becomes the server: one process, which signals reach, with the variables and options of server/start-options.ts.
import { spawn } from "node:child_process";

import { startFile, startOptions, startVariables } from "#server/start-options.ts";

const options = [...startOptions, startFile, ...process.argv.slice(2)];
const environment = { ...startVariables, ...process.env };

if (process.execve) process.execve(process.execPath, [process.execPath, ...options], environment);

// Windows replaces no process by another: the server is a child there, which ends with this one's console.
const child = spawn(process.execPath, options, { env: environment, stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));
