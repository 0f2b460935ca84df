import { Agent, request } from "node:http";
import { workerData } from "node:worker_threads";

/** Run as a worker: connections from one address that submit again as soon as they are answered, until terminated. */
type Flood = { port: number; from: string; apikey: string; connections: number };

const { port, from, apikey, connections } = workerData as Flood;
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const headers = { apikey, "content-type": "application/json", host: `localhost:${port}` };
let sent = 0;

function submit(): void {
  sent += 1;
  const call = request(
    {
      port,
      host: "127.0.0.1",
      localAddress: from,
      agent,
      method: "POST",
      path: "/rest/v1/rpc/create_lead_without_auth",
      headers,
    },
    (answer) => answer.resume().on("end", submit),
  );
  call.on("error", () => setTimeout(submit, 10));
  call.end(JSON.stringify({ email_param: `flot-${sent}@exemple.example`, funnel_origin_param: "secretariat" }));
}

for (let number = 0; number < connections; number += 1) submit();
