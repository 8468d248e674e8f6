import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { acceptsConnections } from '../../apps/server/test/redis-server.ts';
import { type RunningProcess, startProcess } from './processes.ts';

/** A service that the servers depend on. It can be ended, started again at the same address, or suspended. */
export type Service = { process: RunningProcess; start: () => Promise<void> };

export const freePort = (): Promise<number> => findFreePort('127.0.0.1');

export async function startService(
  command: readonly string[],
  port: number,
  cleanups: AsyncDisposableStack,
  env: Record<string, string> = {},
): Promise<Service> {
  const isReady = () => acceptsConnections(port);
  const start = () => startProcess(command, { isReady, cleanups, env, endWith: 'SIGKILL' });
  const service: Service = {
    process: await start(),
    async start() {
      service.process = await start();
    },
  };
  return service;
}

/** Starts a Redis that keeps its data in memory only. */
export async function startRedis(cleanups: AsyncDisposableStack): Promise<Service & { url: string }> {
  const port = await freePort();
  const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  const service = await startService(['redis-server', ...options], port, cleanups);
  return Object.assign(service, { url: `redis://127.0.0.1:${port}` });
}
