import type { Plugin } from 'vite';

const file = /react-router\/dist\/\w+\/lib\/dom\/ssr\/routeModules\.js$/;
const reload = 'window.location.reload();';

/**
 * Patches React Router. If a screen's code fails to load, the router reloads the page, repeatedly if the failure
 * persists. With this patch it calls the application's `retryScreen` instead, which keeps the frame and lets the user
 * retry. The router has no hook for this. The build fails if a newer version no longer contains the patched line.
 */
export const retryScreens = (): Plugin => {
  let wasFound = false;
  return {
    name: 'retry-screens',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    transform(code, id) {
      if (!file.test(id.split('?', 1)[0] ?? '')) return undefined;
      if (!code.includes(reload))
        throw new Error('React Router loads route modules differently now: see retry-screens.ts.');
      wasFound = true;
      return {
        code: code.replace(reload, `if (window.retryScreen) return window.retryScreen(route); ${reload}`),
        map: null,
      };
    },
    buildEnd(error) {
      if (!error && !wasFound)
        throw new Error('The route module file of React Router was not found: see retry-screens.ts.');
    },
  };
};
