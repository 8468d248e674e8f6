import { build, type Rolldown } from 'vite';

/** Bundles what runs in a page before it is seen, or beside it: small enough to stand in the page. */
export async function buildInlineScript(webDirectory: string, input: string): Promise<string> {
  const { output } = (await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      reportCompressedSize: false,
      modulePreload: false,
      rolldownOptions: { input, output: { format: 'iife', codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return output[0].code.trim();
}
