import path from 'node:path';
import { build } from 'vite';
import { injectManifest } from 'workbox-build';

/** Bundles the service worker into one file and tells it which files to keep. */
export async function buildServiceWorker(webDirectory: string, clientDirectory: string) {
  await build({
    configFile: false,
    root: webDirectory,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir: clientDirectory,
      emptyOutDir: false,
      reportCompressedSize: false,
      lib: { entry: 'app/service-worker.ts', formats: ['es'], fileName: () => 'sw.js' },
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const file = path.join(clientDirectory, 'sw.js');
  const { warnings } = await injectManifest({
    swSrc: file,
    swDest: file,
    globDirectory: clientDirectory,
    globPatterns: [
      ...['assets/**/*.{js,css,woff2,svg}', '__spa-fallback.html', 'icon.svg', 'crisis/index.html'],
      // Fifteen pages of 5 KB each, compressed: all of them, for whoever has no connection when they need one.
      ...['self-help/**/index.html', '{privacy,guidelines,accessibility}/index.html', 'not-connected.html'],
    ],
    dontCacheBustURLsMatching: /^assets\//,
  });
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
}
