import { reactRouter } from '@react-router/dev/vite';
import babel from '@rolldown/plugin-babel';
import tailwindcss from '@tailwindcss/vite';
import { reactCompilerPreset } from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { buildTarget } from './build/browser-targets.ts';
import { plainPagesInDevelopment } from './build/plain-pages-dev.ts';
import { retryScreens } from './build/retry-screens.ts';

const apiUrl = process.env['COMMONS_API'] ?? 'http://127.0.0.1:3000';

const under = (...paths: string[]) => new RegExp(`(?:${paths.join('|')})`.replaceAll('/', '[\\\\/]'));

const frameworkModules = under('node_modules/(?:react|react-dom|scheduler|react-router)/');

const iconModules = under('node_modules/lucide-react/');

/** What every page needs, a visitor's too. */
const interfaceModules = under(
  'vite/preload-helper',
  'node_modules/clsx/',
  'packages/contract/src/(?:graphemes|problem)\\.',
  'app/lib/(?:api-client|lazy|locale|paths|product|random-id|screen|session-ended)\\.',
  'app/shell/(?:document-kind|not-found-screen|retry-screen|sent-view|simple-frame)\\.',
  'app/ui/(?:announcer|avatar|badge|banner|button|card|empty-state|lazy-component|lazy-toaster|page-title|loading|screen-error|text-area|toast-store)\\.',
);

/** What every member's screen needs, and the feed, which is the first screen of nearly every visit. */
const memberModules = under(
  'node_modules/@tanstack/(?:react-query|query-core)/',
  'app/features/feed/(?:feed-screen|post-card|posts\\.cache)\\.',
  'app/lib/(?:dock|drafts|draft-storage|query-client|relative-time)\\.',
  'app/shell/member-(?:frame|home)\\.',
);

/**
 * A post's card is memoised as a whole and renders again when its post changed: the compiler's caches within it and around
 * it are 2.5 KB of the first load and save nothing.
 */
const memoisedCards = under(
  'features/feed/(?:card-heights|feed-screen)\\.',
  'features/feed/post-(?:actions|asides|body|card|composer|images|list)\\.',
  'features/contributions/(?:figures|lazy-comments)\\.',
  'features/muted-words/muted-fold\\.',
);

/** Some hundred bytes each, wanted here and there: the name of a file of its own for each would weigh on the first load. */
const smallParts = under(
  'packages/contract/src/polls\\.ts',
  'app/lib/(?:attempt-key|unsent-words)\\.',
  'app/ui/(?:focus-keeper|late-focus)\\.',
  'app/shell/sign-out-link\\.',
);

const filesOfEachPage = under('assets/(?:framework|icons|interface|rolldown-runtime)-');

export default defineConfig({
  plugins: [
    tailwindcss(),
    // The compiler's caches pay where lists and forms render again; in the frame and the kit they weigh more than they save.
    babel({ include: /[\\/]features[\\/].*\.tsx?$/, exclude: memoisedCards, presets: [reactCompilerPreset()] }),
    plainPagesInDevelopment(apiUrl),
    reactRouter(),
    retryScreens(),
  ],
  server: {
    host: '127.0.0.1',
    proxy: {
      // The server compares Origin with Host, so the proxied Host must stay the one the browser asked for.
      '/api': { target: apiUrl, changeOrigin: false },
      '/ws': { target: apiUrl.replace(/^http/, 'ws'), ws: true, changeOrigin: false },
    },
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // Left alone, every shared icon and helper becomes a file, and dozens of small files compress badly: what every
            // page needs travels together, so does what every member's screen needs. Icons that many parts show come with
            // the first page, those of some parts with the first that wants one, those of one part alone with it.
            codeSplitting: {
              groups: [
                { name: 'framework', test: frameworkModules, priority: 4 },
                // Before the next two, or those that visitors' pages share with members' would bring all of the latter along.
                { name: 'icons', test: iconModules, minShareCount: 5, priority: 3 },
                { name: 'interface', test: interfaceModules, priority: 2 },
                { name: 'member', test: memberModules, priority: 1 },
                { name: 'more-icons', test: iconModules, minShareCount: 2 },
                { name: 'small-parts', test: smallParts },
                // Signing out must not wait for the next one, or go without it.
                { name: 'leave-device', test: under('app/shell/leave-device\\.') },
                // With all that only it brings: it follows each member's first screen, and a screen that needs some of it
                // waits for one file instead of several.
                { name: 'background', test: under('app/shell/background\\.') },
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
    // Pictures and fonts stay files of their own: cached once, and outside the JavaScript that must arrive first.
    assetsInlineLimit: 0,
    modulePreload: {
      // What is fetched later leans on files that are there already.
      resolveDependencies: (_file, dependencies) =>
        dependencies.filter((dependency) => !filesOfEachPage.test(dependency)),
    },
    reportCompressedSize: false,
    manifest: true,
  },
});
