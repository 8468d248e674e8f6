import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { makeFolder } from './database.ts';
import type { Run } from './measurement.ts';
import { type RunningProcess, startProcess } from './processes.ts';

/** Session secret of the servers under test. Benchmarks use it to sign members in. */
export const sessionSecret = 'a secret for benchmarks, long enough to sign with';

/** Production settings: rate limits are on, and every request is logged. */
export const productionSettings = { RATE_LIMITS: 'on', LOG_LEVEL: 'info' } as const;

/** Default variables of servers under test: no rate limits, and a production log without requests. */
const defaultVariables = {
  HOST: '127.0.0.1',
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'warn',
  // The starter content would be added during a measurement.
  STARTER_CONTENT: 'off',
  SESSION_SECRET: sessionSecret,
  // The same as in `npm start`. glibc returns the memory of large pictures instead of keeping it per thread, V8 collects
  // short-lived objects early, and Node reuses compiled code instead of stripping types again.
  NODE_OPTIONS: `--max-semi-space-size=4 ${process.env['SERVER_OPTIONS'] ?? ''}`,
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/mindful-commons', import.meta.url)),
};

export const root = path.resolve(import.meta.dirname, '../..');

export type ServerProcess = RunningProcess & { readonly url: string };
export type Variables = { DATA_DIR: string; PORT?: string; [name: string]: string | undefined };

/** Starts the real server of the measured version as its own process and resolves when it is ready. */
export async function startServer(
  { checkout, cleanups }: Run,
  variables: Partial<Variables>,
  nodeOptions: readonly string[] = [],
): Promise<ServerProcess> {
  const program = [...nodeOptions, path.join(checkout, 'apps/server/src/main.ts')];
  const PORT = variables.PORT ?? String(await findFreePort('127.0.0.1'));
  const DATA_DIR = variables.DATA_DIR ?? (await makeFolder(cleanups));
  return startProgram(program, { ...defaultVariables, ...variables, DATA_DIR, PORT }, '/readyz', cleanups);
}

/** Starts a Node program that serves HTTP on `PORT` and resolves when it returns 200 at `readyPath`. */
export async function startProgram(
  programAndParameters: readonly string[],
  variables: Record<string, string>,
  readyPath: string,
  cleanups: AsyncDisposableStack,
): Promise<ServerProcess> {
  const url = `http://127.0.0.1:${variables['PORT']}`;
  const isReady = () => respondsOk(`${url}${readyPath}`);
  const started = await startProcess([process.execPath, ...programAndParameters], {
    isReady,
    env: variables,
    cleanups,
  });
  return { ...started, url };
}

export async function respondsOk(address: string, options: RequestInit = {}): Promise<boolean> {
  return fetch(address, options).then(
    async (response) => {
      await response.arrayBuffer();
      return response.ok;
    },
    () => false,
  );
}

/** Makes one call and returns the body. @throws Error unless the response is a success. */
export async function fetchText(url: string, cookie: string, options: RequestInit = {}): Promise<string> {
  const headers = { cookie, ...(options.headers as Record<string, string>) };
  const response = await fetch(url, { ...options, headers });
  const text = await response.text();
  if (!response.ok) throw new Error(`${options.method ?? 'GET'} ${url} returned ${response.status}: ${text}`);
  return text;
}
