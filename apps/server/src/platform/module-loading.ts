import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';
import path from 'node:path';

const cacheDirectory = path.join(import.meta.dirname, '../../../../node_modules/.cache/mindful-commons');

let isQuick = false;

/**
 * Makes loading the modules of a process cheaper; to be called, once or more, before anything of npm is imported.
 * Measurements: docs/decisions/0002-technology-choices.md.
 *
 * Compiled code and stripped types are kept between starts, next to the packages they come from: whoever may write
 * there could change the code itself. Where nobody may, everything is compiled at each start.
 *
 * drizzle-orm has a package.json of 180 KB, and Node 26 parses it again for every import: for each file of the package just
 * to learn that it is a module, and for each of ours that asks for the package by its name. Naming the format along with
 * the address, and keeping what a name led to, spares 160 MB of garbage and two thirds of the start.
 */
export function quickenModuleLoading(): void {
  if (isQuick) return;
  isQuick = true;
  enableCompileCache(cacheDirectory);
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL;
      if (parent?.includes('/node_modules/drizzle-orm/') && isModuleFile(parent) && isModuleFile(specifier))
        return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
      // One copy is installed, so a name leads every file outside the packages to the same place.
      if (!isDrizzle.test(specifier) || parent?.includes('/node_modules/')) return nextResolve(specifier, context);
      const resolved = namedBefore.get(specifier) ?? nextResolve(specifier, context);
      namedBefore.set(specifier, resolved);
      return { ...resolved, shortCircuit: true };
    },
  });
}

const isDrizzle = /^drizzle-orm(?:\/|$)/;
const namedBefore = new Map<string, ResolveFnOutput>();

/** Whether an import names a file by its relative path; the package's CommonJS files end in .cjs. */
const isModuleFile = (specifier: string): boolean => /^(?:\.|file:).*\.js$/.test(specifier);
