import type { Plugin } from 'vite';
import { bundleScript, writeScript } from './bundle.ts';

const inlinePrefix = '\0virtual:inline-script/';

/** Targets of scripts that must also run in older browsers. */
const targets: Record<string, string> = { 'watchdog.ts': 'es2018' };

/**
 * Modules for the pages that the server renders. In the browser they are empty.
 *
 * - `virtual:inline-script/before-paint.ts`: the bundled code of a script in `app`.
 * - `virtual:script-url/form-pages.ts`: the URL of a script in `app`. The build writes it next to the application.
 */
export const pageScripts = (webDirectory: string): Plugin => ({
  name: 'page-scripts',
  resolveId: { filter: { id: /^virtual:(?:inline-script|script-url)\// }, handler: (source) => `\0${source}` },
  load: {
    filter: { id: /^\0virtual:(?:inline-script|script-url)\// },
    async handler(id) {
      if (this.environment.name !== 'ssr') return "export default '';";
      const file = id.replace(/^.*\//, '');
      const read = async () => {
        if (id.startsWith(inlinePrefix)) return bundleScript(webDirectory, file, targets[file]);
        return this.environment.mode === 'build' ? writeScript(webDirectory, file) : `/app/${file}`;
      };
      return `export default ${JSON.stringify(await read())};`;
    },
  },
});
