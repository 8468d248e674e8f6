import { Agent, request } from 'node:http';
import { requireDefined } from './require-defined.ts';

/** Makes calls one after another over one connection, so without load. Returns their durations in milliseconds. */
export async function latencies(url: string, cookies: readonly string[], count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const startedAt = performance.now();
    await call(url, requireDefined(cookies[index % cookies.length]), agent);
    times.push(performance.now() - startedAt);
  }
  agent.destroy();
  return times;
}

function call(url: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} returned ${response.statusCode}`)),
      );
    })
      .on('error', reject)
      .end();
  });
}
