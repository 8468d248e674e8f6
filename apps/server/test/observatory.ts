/** A page as a browser receives it over HTTPS. */
export type ScannedPage = { html: string; headers: Record<string, string | string[] | number | undefined> };

const broadSources = new Set(['ftp:', 'http:', 'https:', '*']);
const unsafeSources = new Set([...broadSources, "'unsafe-inline'", 'data:']);
const privateReferrers = new Set(['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']);
const minHstsSeconds = 15_768_000;
const minScoreForBonus = 90;

/**
 * Computes the score of Mozilla's HTTP Observatory for the headers and scripts of a page, with the modifiers of its
 * score table (https://github.com/mdn/mdn-http-observatory, `src/grader/charts.js`). Redirects to HTTPS and the preload
 * list count as neutral, because they depend on the proxy and the domain.
 */
export function scoreOf({ html, headers }: ScannedPage): { score: number; modifiers: Record<string, number> } {
  const textOf = (name: string) => [headers[name] ?? ''].flat().join(', ').toLowerCase();
  const policy = parsePolicy(textOf('content-security-policy'));
  const modifiers = {
    'content-security-policy': scorePolicy(policy),
    cookies: scoreCookies([headers['set-cookie'] ?? []].flat().map(String)),
    'cross-origin-resource-policy': /^same-(?:origin|site)$/.test(textOf('cross-origin-resource-policy')) ? 10 : 0,
    'cross-origin-resource-sharing': textOf('access-control-allow-origin') === '' ? 0 : -50,
    'referrer-policy': privateReferrers.has(textOf('referrer-policy')) ? 5 : -5,
    'strict-transport-security': scoreHsts(textOf('strict-transport-security')),
    'subresource-integrity': scoreScripts(html),
    'x-content-type-options': textOf('x-content-type-options') === 'nosniff' ? 0 : -5,
    'x-frame-options': scoreFraming(policy, textOf('x-frame-options')),
  };
  const values = Object.values(modifiers);
  const withoutBonus = 100 + sum(values.filter((value) => value < 0));
  const bonus = withoutBonus >= minScoreForBonus ? sum(values.filter((value) => value > 0)) : 0;
  return { score: Math.max(0, withoutBonus + bonus), modifiers };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

type Policy = ReadonlyMap<string, readonly string[]>;

function parsePolicy(text: string): Policy {
  const directives = text.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.map(([name = '', ...sources]) => [name, sources]));
}

function scorePolicy(policy: Policy): number {
  if (policy.size === 0 || policy.has('')) return -25;
  const sourcesOf = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  const has = (name: string, sources: ReadonlySet<string>) => sourcesOf(name).some((source) => sources.has(source));
  if (has('script-src', unsafeSources) || has('object-src', broadSources)) return -20;
  if ([...policy.values()].flat().some((source) => /^(?:http|ftp):/.test(source))) return -20;
  if (has('script-src', new Set(["'unsafe-eval'"])) || has('style-src', new Set(["'unsafe-eval'"]))) return -10;
  if (has('style-src', unsafeSources)) return 0;
  return policy.get('default-src')?.join(' ') === "'none'" ? 10 : 5;
}

function scoreCookies(cookies: readonly string[]): number {
  if (cookies.length === 0) return 0;
  if (cookies.some((cookie) => !/; *secure/i.test(cookie))) return -40;
  if (cookies.some((cookie) => !/; *httponly/i.test(cookie))) return -30;
  return cookies.every((cookie) => /; *samesite=(?:lax|strict)/i.test(cookie)) ? 5 : 0;
}

function scoreHsts(text: string): number {
  const seconds = Number(/max-age=(\d+)/.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(seconds)) return -20;
  return seconds < minHstsSeconds ? -10 : 0;
}

/** Scripts of the same origin without a hash are neutral. */
function scoreScripts(html: string): number {
  const scripts = [...html.matchAll(/<script[^>]*\ssrc="([^"]+)"[^>]*>/g)];
  if (scripts.some(([, source = '']) => /^(?:https?:)?\/\//.test(source))) return -50;
  return scripts.length > 0 && scripts.every(([element]) => element.includes('integrity=')) ? 5 : 0;
}

function scoreFraming(policy: Policy, frameOptions: string): number {
  const ancestors = policy.get('frame-ancestors');
  if (ancestors && !ancestors.some((source) => broadSources.has(source))) return 5;
  return /^(?:deny|sameorigin)$/.test(frameOptions) ? 0 : -20;
}
