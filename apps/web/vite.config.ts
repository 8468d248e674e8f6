import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTarget } from './build/browser-targets.ts';
import { inlineScripts } from './build/inline-script.ts';
import { plainPagesInDevelopment } from './build/plain-pages-dev.ts';

const apiUrl = process.env['COMMONS_API'] ?? 'http://127.0.0.1:3000';

const pathPattern = (...paths: string[]) => new RegExp(`(?:${paths.join('|')})`.replaceAll('/', '[\\\\/]'));

const frameworkModules = pathPattern('node_modules/(?:react|react-dom|scheduler|react-router)/');

const iconModules = pathPattern('node_modules/lucide-react/');

/** Modules that every page needs, also for visitors. */
const interfaceModules = pathPattern(
  'vite/preload-helper',
  'node_modules/clsx/',
  'packages/contract/src/(?:graphemes|problem)\\.',
  'app/lib/(?:api-client|lazy|locale|paths|product|random-id|screen|session-ended)\\.',
  'app/shell/(?:document-kind|not-found-screen|simple-frame)\\.',
  'app/ui/(?:announcer|avatar|badge|banner|button|card|empty-state|lazy-part|lazy-toaster|page-title|loading|screen-error|text-area|toast-store)\\.',
);

/** Modules that every member's screen needs, and the feed, the first screen of nearly every visit. */
const memberModules = pathPattern(
  'node_modules/@tanstack/(?:react-query|query-core)/',
  'app/features/feed/(?:feed-screen|post-card|posts\\.cache)\\.',
  'app/lib/(?:dock|drafts|draft-storage|query-client|relative-time)\\.',
  'app/shell/member-(?:frame|home)\\.',
);

/**
 * A post's card is memoized as a whole. The React compiler's caches in it would add 2.5 KB to the first load without a
 * benefit.
 */
const memoizedCards = pathPattern(
  'features/feed/feed-screen\\.',
  'features/feed/post-(?:actions|attachments|body|card|composer|images|list)\\.',
  'features/contributions/(?:counts|lazy-comments)\\.',
  'features/muted-words/muted-fold\\.',
);

/** Small modules used in several places. Separate files would need more bytes for their names than for their code. */
const smallParts = pathPattern(
  'packages/contract/src/polls\\.ts',
  'app/lib/(?:attempt-key|unsent-warning)\\.',
  'app/ui/(?:focus-restorer|focus-when-ready)\\.',
  'app/shell/sign-out-link\\.',
);

const filesOfEachPage = pathPattern('assets/(?:framework|icons|interface|rolldown-runtime)-');

export default defineConfig(({ command }) => ({
  plugins: [
    tailwindcss(),
    // The compiler's caches pay off in lists and forms. In the frame and the design system they cost more than they
    // save.
    babel({ include: /[\\/]features[\\/].*\.tsx?$/, exclude: memoizedCards, presets: [reactCompilerPreset()] }),
    inlineScripts(import.meta.dirname),
    plainPagesInDevelopment(apiUrl),
    reactRouter(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      // The server compares Origin with Host, so the proxy must keep the browser's Host.
      '/api': { target: apiUrl, changeOrigin: false },
      '/ws': { target: apiUrl.replace(/^http/, 'ws'), ws: true, changeOrigin: false },
    },
  },
  environments: {
    // One directory without `node_modules`, for the server that renders pages.
    ...(command === 'build' && {
      ssr: {
        resolve: { noExternal: true },
        define: { 'process.env.NODE_ENV': '"production"' },
        build: { rolldownOptions: { input: 'app/server.ts' } },
      },
    }),
    client: {
      build: {
        rolldownOptions: {
          output: {
            // By default, every shared icon and helper becomes a file, and dozens of small files compress badly. So
            // there is one file for all pages and one for all member screens. Icons used by many modules load with the
            // first page, those used by some with the first of these, and all others with their module.
            codeSplitting: {
              groups: [
                { name: 'framework', test: frameworkModules, priority: 4 },
                // Before the next two. Otherwise, icons shared by visitors' and members' pages would pull in the
                // members' file.
                { name: 'icons', test: iconModules, minShareCount: 5, priority: 3 },
                { name: 'interface', test: interfaceModules, priority: 2 },
                { name: 'member', test: memberModules, priority: 1 },
                { name: 'more-icons', test: iconModules, minShareCount: 2 },
                { name: 'small-parts', test: smallParts },
                // Separate, because signing out must not wait for the background file or fail without it.
                { name: 'leave-device', test: pathPattern('app/shell/leave-device\\.') },
                // Includes its dependencies. It loads after each member's first screen, and a screen that needs some of
                // them waits for one file instead of several.
                { name: 'background', test: pathPattern('app/shell/background\\.') },
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
    modulePreload: {
      // Lazily loaded modules depend on files that are already loaded.
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter((dependency) => !filesOfEachPage.test(dependency)),
    },
    reportCompressedSize: false,
    manifest: true,
  },
}));
