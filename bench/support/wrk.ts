import { findProgram } from "./programs.ts";
import { runProgram } from "./processes.ts";

export type Load = {
  url: string;
  connections: number;
  seconds: number;
  headers?: Record<string, string>;
  /** A Lua file that makes the requests, and what it is told. */
  script?: { file: string; options: string[] };
};

/** One thread, connections kept open, one request at a time on each. @returns answers a second, all of them 2xx */
export async function runWrk({ url, connections, seconds, headers = {}, script }: Load): Promise<number> {
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "10s"];
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const scriptOptions = script ? ["-s", script.file] : [];
  const told = script ? ["--", ...script.options] : [];
  const report = await runProgram(findProgram("wrk"), [...options, ...headerOptions, ...scriptOptions, url, ...told]);

  const trouble = /^\s*(Non-2xx or 3xx responses|Socket errors): .*$/m.exec(report)?.[0].trim();
  if (trouble) throw new Error(`wrk on ${url}: ${trouble}`);
  const rate = Number(/^Requests\/sec:\s+([\d.]+)/m.exec(report)?.[1]);
  if (!(rate > 0)) throw new Error(`wrk did not say a rate:\n${report}`);
  return rate;
}
