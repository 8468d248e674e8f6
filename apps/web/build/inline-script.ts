import type { Plugin } from 'vite';
import { buildInlineScript } from './page-scripts.ts';

const prefix = 'virtual:inline-script/';

/** Targets of scripts that must also run in older browsers. */
const targets: Record<string, string> = { 'watchdog.ts': 'es2018' };

/**
 * `import code from 'virtual:inline-script/first-view.ts'` returns the bundled code of a script in `app`, for pages that
 * the server renders. In the browser it is empty.
 */
export const inlineScripts = (webDirectory: string): Plugin => ({
  name: 'inline-scripts',
  resolveId: (source) => (source.startsWith(prefix) ? `\0${source}` : undefined),
  async load(id) {
    if (!id.startsWith(`\0${prefix}`)) return undefined;
    if (this.environment.name !== 'ssr') return "export default '';";
    const file = id.slice(prefix.length + 1);
    const code = await buildInlineScript(webDirectory, `app/${file}`, targets[file]);
    return `export default ${JSON.stringify(code)};`;
  },
});
