import { build, type InlineConfig, mergeConfig, type Rolldown } from 'vite';
import { buildTarget } from './browser-targets.ts';

/** Bundles a script of `app` that is not part of the application. */
async function bundle(webDirectory: string, file: string, config: InlineConfig): Promise<Rolldown.OutputChunk> {
  const common: InlineConfig = {
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      target: buildTarget,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input: `app/${file}` },
    },
  };
  const { output } = (await build(mergeConfig(common, config))) as Rolldown.RolldownOutput;
  return output[0];
}

/** Returns the code of a script with everything that it imports. */
export async function bundleScript(webDirectory: string, file: string, target?: string): Promise<string> {
  const { code } = await bundle(webDirectory, file, {
    build: {
      write: false,
      ...(target !== undefined && { target }),
      rolldownOptions: { output: { format: 'iife', codeSplitting: false } },
    },
  });
  return code.trim();
}

/** Writes a script and the modules that it imports later into the client build. Returns its URL. */
export async function writeScript(webDirectory: string, file: string): Promise<string> {
  const names = 'assets/[name]-[hash].js';
  const { fileName } = await bundle(webDirectory, file, {
    build: {
      outDir: 'dist/client',
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: names, chunkFileNames: names } },
    },
  });
  return `/${fileName}`;
}
