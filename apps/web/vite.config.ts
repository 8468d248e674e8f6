import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { formPages } from './app/lib/paths.ts';
import { buildTarget } from './build/browser-targets.ts';
import { pageScripts } from './build/page-scripts.ts';

const apiUrl = process.env['COMMONS_API'] ?? 'http://127.0.0.1:3000';

/** Skips the modules of `lucide-react` whose icons nothing imports, two thirds of all modules. */
const experimental = { lazyBarrel: true };

const pathPattern = (...paths: string[]) => new RegExp(`(?:${paths.join('|')})`.replaceAll('/', '[\\\\/]'));

const frameworkModules = pathPattern('node_modules/(?:react|react-dom|scheduler|react-router)/');

const firstPage = pathPattern('app/shell/(?:frame|home-screen)\\.tsx$');

/** Leaves lazily loaded code out of the server's bundle: the server renders its placeholder. */
const withoutLazyCode: Plugin = {
  name: 'without-lazy-code',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  resolveId: (source, _importer, { kind }) => (kind === 'dynamic-import' ? { id: source, external: true } : null),
};

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    // The React compiler's caches pay off in lists and forms. In the frame and the design system they cost more than
    // they save. During development React Router's own refresh is enough.
    command === 'build' && react({ include: /[\\/]features[\\/].*\.tsx?$/, compiler: true }),
    withoutLazyCode,
    pageScripts(import.meta.dirname),
    reactRouter(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      // The server compares Origin with Host, so the proxy must keep the browser's Host.
      '/api': { target: apiUrl, changeOrigin: false },
      // Forms of pages that work without JavaScript.
      ...Object.fromEntries(
        formPages.map((page) => [
          `^${page}/?(?:\\?|$)`,
          { target: apiUrl, bypass: ({ method, url }) => (method === 'POST' ? undefined : url) },
        ]),
      ),
      '/ws': { target: apiUrl.replace(/^http/, 'ws'), ws: true, changeOrigin: false },
    },
  },
  resolve: {
    alias: { 'react-style-singleton': fileURLToPath(new URL('app/lib/adopted-style.ts', import.meta.url)) },
  },
  environments: {
    // One directory without `node_modules`, for the server that renders pages.
    ...(command === 'build' && {
      ssr: {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        // The client build writes all assets.
        build: { emitAssets: false, rolldownOptions: { input: 'app/server.ts', experimental } },
      },
    }),
    client: {
      build: {
        rolldownOptions: {
          experimental,
          output: {
            codeSplitting: {
              groups: [
                { name: 'framework', test: frameworkModules, priority: 2 },
                // The frame and the feed, the first page of nearly every visit, with everything that they import.
                // Otherwise, the first page would load eighty small files, which are larger when compressed.
                { name: 'first-page', test: firstPage, priority: 1 },
              ],
            },
          },
        },
      },
    },
  },
  build: {
    target: buildTarget,
    cssTarget: buildTarget,
    // Pictures and fonts stay separate files, which are cached and do not delay the JavaScript.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    manifest: true,
  },
}));
