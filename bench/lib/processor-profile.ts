import { findFreePort } from '../../apps/server/src/platform/http/free-port.ts';
import { rounded } from './measurement.ts';
import { requireDefined } from './require-defined.ts';

/** A V8 processor profile: https://chromedevtools.github.io/devtools-protocol/v8/Profiler/#type-Profile */
type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string } }[];
  samples: number[];
  timeDeltas: number[];
};

/** Profiles the program that is started with `parameters`. */
export type Profiler = {
  readonly parameters: string[];
  /** Returns the largest shares of processor time during `run`: "pg-protocol 14 %, garbage collector 9 % …". */
  describe(run: () => Promise<unknown>): Promise<string>;
};

/** Prepares a profiler for one program, through the inspector on loopback. */
export async function prepareProfiler(): Promise<Profiler> {
  const port = await findFreePort('127.0.0.1');
  return {
    parameters: [`--inspect=127.0.0.1:${port}`],
    async describe(run) {
      const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
        webSocketDebuggerUrl: string;
      }[];
      const { call, close } = await connect(requireDefined(targets[0]).webSocketDebuggerUrl);
      await call('Profiler.enable');
      await call('Profiler.start');
      await run();
      const { profile } = (await call('Profiler.stop')) as { profile: Profile };
      // A program cannot exit while its inspector is connected.
      close();
      return describeShares(profile);
    },
  };
}

async function connect(address: string) {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', reject);
  });
  let lastId = 0;
  const call = (method: string) =>
    new Promise<unknown>((resolve) => {
      const id = ++lastId;
      const onMessage = ({ data }: MessageEvent<string>) => {
        const message = JSON.parse(data) as { id?: number; result: unknown };
        if (message.id !== id) return;
        socket.removeEventListener('message', onMessage);
        resolve(message.result);
      };
      socket.addEventListener('message', onMessage);
      socket.send(JSON.stringify({ id, method }));
    });
  return { call, close: () => socket.close() };
}

const maxParts = 8;

function describeShares({ nodes, samples, timeDeltas }: Profile): string {
  const partOf = new Map(nodes.map(({ id, callFrame }) => [id, nameOfPart(callFrame)]));
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partOf.get(id) ?? '';
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[index] ?? 0));
  }
  times.delete('idle');
  const sum = times.values().reduce((total, time) => total + time, 0);
  return [...times]
    .toSorted(([, one], [, other]) => other - one)
    .slice(0, maxParts)
    .map(([part, time]) => `${part} ${rounded((100 * time) / sum)} %`)
    .join(', ');
}

/** Returns the package, the part of the application, or the activity of the engine. */
function nameOfPart({ functionName, url }: Profile['nodes'][number]['callFrame']): string {
  if (url === '')
    return functionName.replaceAll(/[()]/g, '') === 'program' ? 'system calls' : functionName.replaceAll(/[()]/g, '');
  if (url.startsWith('node:')) return 'node';
  const inPackage = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  return inPackage ?? /(?:apps\/server\/src|packages)\/(?:features\/|platform\/)?[^/]+/.exec(url)?.[0] ?? 'other';
}
