import { execFile, execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { root } from '../root.ts';

/** The options of a service in compose.yaml that restrict its container. */
type Service = {
  environment: Record<string, string | null>;
  command?: string[];
  init?: boolean;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  security_opt?: string[];
  stop_grace_period: string;
  volumes?: string[];
};

export type Container = {
  url: string;
  /** Runs a script of Node.js in the container and returns its output. */
  evaluate: (script: string) => string;
  /** Stops it as `docker compose stop` does. Returns the exit code. */
  stop: () => Promise<number>;
};

/** The kernel may forbid Podman's higher default limits, for example in a virtual machine without CAP_SYS_RESOURCE. */
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'];
/** Debian's crun needs cgroup 2 alone. */
const runtime = existsSync('/sys/fs/cgroup/cgroup.controllers') ? [] : ['--runtime', 'runc'];

const podman = (...parameters: string[]): string =>
  execFileSync('podman', [...runtime, ...parameters], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** Reads a service of compose.yaml. Its `${…}` are replaced from `variables`, or by an empty text. */
async function readService(name: string, variables: Record<string, string>): Promise<Service> {
  const text = await readFile(path.join(root, 'compose.yaml'), 'utf8');
  const interpolated = text.replaceAll(/\$\{(\w+)(?::[?-])?\}/g, (_, variable: string) => variables[variable] ?? '');
  const { services } = parse(interpolated, { merge: true }) as { services: Record<string, Service> };
  const service = services[name];
  if (!service) throw new Error(`compose.yaml has no service ${name}.`);
  return service;
}

const repeat = (option: string, values: readonly string[] = []): string[] => values.flatMap((value) => [option, value]);

/** Returns the options of Podman for a service of compose.yaml. The container uses the network of this machine. */
function optionsOf(service: Service, overrides: Record<string, string>, volume: string | undefined): string[] {
  const environment = { ...service.environment, ...overrides };
  return [
    ...['--network', 'host', '--log-driver', 'k8s-file', '--no-healthcheck', ...limits],
    ...(service.init === true ? ['--init'] : []),
    ...(service.read_only === true ? ['--read-only', '--read-only-tmpfs=false'] : []),
    ...repeat('--tmpfs', service.tmpfs),
    ...repeat('--cap-drop', service.cap_drop),
    ...repeat(
      '--security-opt',
      service.security_opt?.map((option) => option.replace(':true', '')),
    ),
    ...repeat('--volume', volume === undefined ? [] : service.volumes?.map((mount) => mount.replace(/^[^:]+/, volume))),
    ...repeat(
      '--env',
      Object.entries(environment).map(([name, value]) => `${name}=${value ?? ''}`),
    ),
  ];
}

/** Starts services of compose.yaml with Podman. `overrides` replaces the hosts of its private network. */
export class ComposeRunner {
  readonly #variables: Record<string, string>;
  readonly #overrides: Record<string, string>;
  readonly #cleanups: AsyncDisposableStack;

  constructor(variables: Record<string, string>, overrides: Record<string, string>, cleanups: AsyncDisposableStack) {
    this.#variables = variables;
    this.#overrides = overrides;
    this.#cleanups = cleanups;
  }

  /** Runs the command of a service to its end and returns its output. */
  async runOnce(name: string, image: string): Promise<string> {
    const service = await readService(name, this.#variables);
    const options = optionsOf(service, this.#overrides, undefined);
    return execFileSync('podman', [...runtime, 'run', '--rm', ...options, image, ...(service.command ?? [])], {
      encoding: 'utf8',
    }).trim();
  }

  /** Starts a server and waits until it is ready. */
  async start(name: string, image: string, port: number): Promise<Container> {
    const service = await readService(name, this.#variables);
    const container = `container-test-${name}-${port}`;
    const volume = `container-test-${name}`;
    const options = optionsOf(service, { ...this.#overrides, PORT: `${port}` }, volume);
    this.#cleanups.defer(() => void podman('volume', 'rm', '--force', volume));
    podman('run', '--detach', '--name', container, ...options, image);
    this.#cleanups.defer(() => void podman('rm', '--force', '--time', '0', container));
    const url = `http://127.0.0.1:${port}`;
    await untilReady(url).catch((error: unknown) => {
      console.error(podman('logs', container));
      throw error;
    });
    return {
      url,
      evaluate: (script) => podman('exec', container, 'node', '--print', script).trim(),
      async stop() {
        const seconds = service.stop_grace_period.replace('s', '');
        await promisify(execFile)('podman', [...runtime, 'stop', '--time', seconds, container]);
        return Number(podman('inspect', '--format', '{{.State.ExitCode}}', container));
      },
    };
  }
}

const startSeconds = 120;

async function untilReady(url: string): Promise<void> {
  const giveUpAt = Date.now() + startSeconds * 1000;
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isReady())) {
    if (Date.now() > giveUpAt) throw new Error(`${url} is not ready after ${startSeconds} seconds.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
