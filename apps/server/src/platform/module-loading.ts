import { enableCompileCache, registerHooks, type ResolveFnOutput } from 'node:module';
import path from 'node:path';

const cacheDirectory = path.join(import.meta.dirname, '../../../../node_modules/.cache/mindful-commons');

let isInstalled = false;

/**
 * Speeds up module loading. Call it before the first npm import; further calls do nothing. Measurements:
 * docs/decisions/0002-technology-choices.md.
 *
 * Compiled code and stripped types are cached between starts, next to the packages. A user with write access there can
 * already change the code. If the directory is not writable, every start compiles again.
 *
 * The package.json of drizzle-orm has 180 KB. Node 26 parses it again for each import, to find the format of a file or
 * the file of a package name. The hook returns the format with the URL and caches resolved package names. This saves
 * 160 MB of garbage and two thirds of the start time.
 */
export function speedUpModuleLoading(): void {
  if (isInstalled) return;
  isInstalled = true;
  enableCompileCache(cacheDirectory);
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const parent = context.parentURL;
      if (parent?.includes('/node_modules/drizzle-orm/') && isModuleFile(parent) && isModuleFile(specifier))
        return { url: new URL(specifier, parent).href, format: 'module', shortCircuit: true };
      // Only one copy is installed, so a package name resolves to the same file for all code outside packages.
      if (!drizzleSpecifier.test(specifier) || parent?.includes('/node_modules/'))
        return nextResolve(specifier, context);
      const resolved = resolvedPackages.get(specifier) ?? nextResolve(specifier, context);
      resolvedPackages.set(specifier, resolved);
      return { ...resolved, shortCircuit: true };
    },
  });
}

const drizzleSpecifier = /^drizzle-orm(?:\/|$)/;
const resolvedPackages = new Map<string, ResolveFnOutput>();

/** Whether an import names an ES module by its relative path. The package's CommonJS files end in .cjs. */
const isModuleFile = (specifier: string): boolean => /^(?:\.|file:).*\.js$/.test(specifier);
