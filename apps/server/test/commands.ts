import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

type Outcome = { code: number; stdout: string; stderr: string };

export const programOf = (name: string): string =>
  fileURLToPath(new URL(`../src/commands/${name}.ts`, import.meta.url));

/** Runs a command like `npm run NAME --` in a folder, with only the given environment variables. */
export function runCommand(
  name: string,
  parameters: readonly string[],
  cwd: string,
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const env = { PATH: process.env['PATH'], ...environment };
  const child = execFile(process.execPath, [programOf(name), ...parameters], { env, cwd }, (_error, stdout, stderr) =>
    resolve({ code: child.exitCode ?? -1, stdout, stderr }),
  );
  return promise;
}
