import { describe, expect, test } from 'vitest';
import { readAboutPages } from './features/about/about-pages.server.ts';
import { crisisCountries } from './features/crisis/crisis-lines.ts';
import { articles } from './features/self-help/articles.server.ts';
import { paths } from './lib/paths.ts';
import { sharingPictures } from './shell/sharing-pictures.ts';
import { renderPublicPages, settings } from './test-public-pages.ts';

const pages = await renderPublicPages();
const render = (path: string): string => pages.get(path) ?? '';

const isoDate = /^20\d\d-[01]\d-[0-3]\d$/;
const memberPaths = new Set<unknown>(Object.values(paths));
const isThere = (address: string): boolean =>
  pages.has(address) || memberPaths.has(address) || address.startsWith('https://');

const texts = [...articles, ...readAboutPages()];

describe('each bundled text', () => {
  test.for(texts)('$slug has title, summary and check date, and no comments or headings of level 1', (text) => {
    expect(text.title).not.toBe('');
    expect(text.summary.length).toBeLessThanOrEqual(160);
    expect(text.dateChecked).toMatch(isoDate);
    expect(Date.parse(text.dateChecked)).toBeLessThanOrEqual(Date.now());
    expect(text.html).not.toMatch(/<!--|<h1/);
  });

  test.for(texts)('$slug contains only working links', ({ html }) => {
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address = '']) => address);
    expect(addresses.filter((address) => !isThere(address))).toEqual([]);
  });
});

test.for([...pages])('%s shows no placeholders', ([, html]) => {
  expect(html).not.toContain('{{');
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
  test('contains its style sheet, and its script before the first card', () => {
    const page = render('/crisis');
    expect(page).not.toContain('rel="stylesheet"');
    const script = page.indexOf('<script>', page.indexOf('<select'));
    expect(page.slice(script)).toMatch(/^<script>[^<]*country/);
    expect(script).toBeLessThan(page.indexOf('data-crisis-country='));
  });

  test('names the source and the date of every number', () => {
    const [sources = ''] = /Where these numbers come from.*?<\/section>/s.exec(render('/crisis')) ?? [];
    for (const { name, lines } of crisisCountries)
      for (const line of lines) {
        const said = sources
          .split('<li>')
          .find((item) => item.startsWith(`${line.name}, ${name}:`.replaceAll('&', '&amp;')));
        expect(said, line.name).toContain(`href="${line.source.url.replaceAll('&', '&amp;')}"`);
        expect(said, line.name).toContain(`, ${line.source.basis}, <time dateTime="${line.source.checkedOn}">`);
      }
  });
});

describe('every public page', () => {
  test.for([...pages])('%s is complete without the application', ([path, html]) => {
    expect(html).toMatch(/^<!DOCTYPE html><html lang="en" data-sign-up="open"[^>]*><head>/);
    expect(html).not.toMatch(/modulepreload|__reactRouter|data-viewer/);
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html).toContain(' · The “Quiet” &lt;Garden&gt;</title>');
    expect(html.indexOf('<title>')).toBeLessThan(html.indexOf('<body>'));
    // Both are inline: the watchdog and the display settings.
    const [watchdog, appearance, ...ownScripts] = html.match(/<script[^>]*>/g) ?? [];
    expect([watchdog, appearance]).toEqual(['<script>', '<script>']);
    const ownScript = html.includes('<form') ? '<script type="module" src="/app/form-pages.ts">' : '<script>';
    expect(ownScripts).toEqual(path === '/404' ? [] : [ownScript]);
    expect(html.includes('<link rel="stylesheet" href="/assets/root.css"')).toBe(path !== '/crisis');
    expect(html).toMatch(/href="\/crisis"[^>]*>/);
  });

  test('has the address of the community, and pictures that the build draws', () => {
    const drawn = sharingPictures.map(({ name }) => `${settings.publicUrl}/sharing/${name}.jpg`);
    const listed = [...pages].flatMap(([path, html]) => {
      const address = /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1];
      return address === undefined ? [] : [{ path, address, picture: /"og:image" content="([^"]*)"/.exec(html)?.[1] }];
    });
    expect(listed.map(({ address }) => address)).toEqual(
      // A visitor's home page is the waitlist page.
      listed.map(({ path }) => settings.publicUrl + (path === paths.home ? paths.waitlist : path)),
    );
    expect(new Set(listed.map(({ picture }) => picture))).toEqual(new Set(drawn));
  });

  test('an unknown path shows the 404 page with a link to help', () => {
    expect(render('/404')).toContain('404 Page Not Found');
  });
});
