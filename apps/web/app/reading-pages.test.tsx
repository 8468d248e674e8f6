import { beforeAll, describe, expect, test, vi } from 'vitest';
import { aboutPages } from './features/about/about-screen.tsx';
import { crisisCountries } from './features/crisis/crisis-lines.ts';
import { articles } from './features/self-help/articles.ts';
import { paths } from './lib/paths.ts';

let readingPages: ReadonlyMap<string, () => string>;
beforeAll(async () => {
  vi.stubGlobal('STYLE_SHEETS', ['/assets/root.css']);
  vi.stubGlobal('CRISIS_SCRIPT', 'the("crisis" && "script")');
  vi.stubGlobal('READING_SCRIPT', 'read()');
  ({ readingPages } = await import('./reading-pages.tsx'));
});
const render = (path: string): string => readingPages.get(path)?.() ?? '';

const isoDate = /^20\d\d-[01]\d-[0-3]\d$/;
const memberPaths = new Set<unknown>(Object.values(paths));
const isThere = (address: string): boolean =>
  readingPages.has(address) || memberPaths.has(address) || address.startsWith('https://');

const texts = [...articles, ...aboutPages];

describe('each bundled text', () => {
  test.for(texts)('$slug has title, summary and check date, and no placeholders', (text) => {
    expect(text.title).not.toBe('');
    expect(text.summary.length).toBeLessThanOrEqual(160);
    expect(text.dateChecked).toMatch(isoDate);
    expect(Date.parse(text.dateChecked)).toBeLessThanOrEqual(Date.now());
    expect(text.html).not.toMatch(/<!--|{{|<h1/);
  });

  test.for(texts)('$slug contains only working links', ({ html }) => {
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !isThere(address))).toEqual([]);
  });
});

describe('the self-help library', () => {
  test('has at least eight articles in a unique order', () => {
    expect(articles.length).toBeGreaterThanOrEqual(8);
    expect(new Set(articles.map(({ order }) => order)).size).toBe(articles.length);
    const index = render('/self-help');
    for (const { slug, title } of articles)
      expect(index).toMatch(new RegExp(`href="/self-help/${slug}"[^>]*>${title}<`));
  });

  test.for(articles)('$slug names its sources, says when to seek help, and links to the crisis lines', (article) => {
    expect(article.sources.length).toBeGreaterThanOrEqual(2);
    for (const { title, publisher, url } of article.sources) {
      expect(title).not.toBe('');
      expect(publisher).not.toBe('');
      expect(url).toMatch(/^https:\/\/[\w.-]+\//);
    }
    expect(article.html).toMatch(/<h2>Get help now<\/h2>[\s\S]*href="\/crisis"/);
    const page = render(`/self-help/${article.slug}`);
    for (const { url } of article.sources) expect(page).toContain(`href="${url.replaceAll('&', '&amp;')}"`);
    expect(page).toContain(
      article.slug === 'when-to-seek-help' ? article.title : 'href="/self-help/when-to-seek-help"',
    );
    expect(page).toMatch(/[2-9] minutes to read/);
  });

  test('marks sources that were read as copies', () => {
    expect(render('/self-help/stress')).toMatch(/World Health Organization \(read in copies on other sites\)/);
  });
});

describe('the crisis page', () => {
  test('runs its unescaped script before the first card', () => {
    const page = render('/crisis');
    const script = page.indexOf('<script>the("crisis" && "script")</script>');
    expect(script).toBeGreaterThan(page.indexOf('<select'));
    expect(script).toBeLessThan(page.indexOf('data-crisis-country='));
  });

  test('names the source and the date of every number', () => {
    const [sources = ''] = /Where these numbers come from.*?<\/section>/s.exec(render('/crisis')) ?? [];
    for (const { name, lines } of crisisCountries)
      for (const line of lines) {
        const said = sources
          .replaceAll('<!-- -->', '')
          .split('<li>')
          .find((item) => item.startsWith(`${line.name}, ${name}:`.replaceAll('&', '&amp;')));
        expect(said, line.name).toContain(`href="${line.source.url.replaceAll('&', '&amp;')}"`);
        expect(said, line.name).toContain(`, ${line.source.basis}, <time dateTime="${line.source.checkedOn}">`);
      }
  });
});
