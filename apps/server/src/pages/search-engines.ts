import type { FastifyInstance } from 'fastify';

const canonicalAddress = /<link rel="canonical" href="([^"]+)"/;
const lastChecked = /<meta property="article:modified_time" content="([^"]+)"/;

/** Whether search engines may list a page: only pages with a canonical address. */
export const isForSearchEngines = (html: string): boolean => canonicalAddress.test(html);

/** Serves `robots.txt` and `sitemap.xml` (https://www.sitemaps.org/protocol.html) with all pages that may be listed. */
export function serveSearchEngines(
  app: FastifyInstance,
  { pages, publicUrl }: { pages: readonly string[]; publicUrl: string },
) {
  const options = { config: { access: 'public' }, schema: { hide: true } } as const;
  const robots = `User-agent: *\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`;
  const sitemap = sitemapOf(pages);
  app.get('/robots.txt', options, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('text/plain; charset=utf-8').send(robots),
  );
  app.get('/sitemap.xml', options, async (_request, reply) =>
    reply.header('cache-control', 'public, max-age=3600').type('application/xml; charset=utf-8').send(sitemap),
  );
}

/** Builds the sitemap. Pages with the same address appear once. Addresses are already escaped in the pages. */
function sitemapOf(pages: readonly string[]): string {
  const entries = pages.flatMap((html) => {
    const address = canonicalAddress.exec(html)?.[1];
    if (address === undefined) return [];
    const checkedOn = lastChecked.exec(html)?.[1];
    return `<url><loc>${address}</loc>${checkedOn === undefined ? '' : `<lastmod>${checkedOn}</lastmod>`}</url>`;
  });
  const urls = [...new Set(entries)].toSorted().map((entry) => `  ${entry}\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('')}</urlset>\n`;
}
