import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AccentTones, accentTonesOf } from '@commons/contract/accent';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { FeatureContext } from '../../community/feature.ts';
import { platformError } from '../../platform/errors.ts';
import { toPng } from '../../platform/media/images.ts';
import type { CurrentSettings } from '../../platform/settings/current.ts';

/** The icons that ship with the application, by size. */
const shippedIcons = {
  '180': '/icon-180.png',
  '192': '/icon-192.png',
  '512': '/icon-512.png',
  'maskable-512': '/icon-maskable-512.png',
} as const;
type IconSize = keyof typeof shippedIcons;

const isIconSize = (text: string): text is IconSize => Object.hasOwn(shippedIcons, text);

/** Color around an icon that phones may cut to a circle. */
const maskableBackground = '#fbf8f2';

const options = { config: { access: 'public' }, schema: { hide: true } } as const;

/**
 * Serves the manifest, and logo and icon as PNG for home screens and mail programs that know no WebP. The addresses are
 * stable. Links add the revision of the settings, so that browsers fetch a new picture at once.
 */
export function brandRoutes(app: FastifyInstance, { settings, media }: FeatureContext): void {
  /** The pictures of the settings in use. A changed picture has another address. */
  const pictures = new Map<string, Promise<Buffer>>();
  settings.onChange(() => pictures.clear());

  const read = async (url: string): Promise<Buffer> => {
    const content = await media.read(url);
    if (!content) throw platformError('request.not_found');
    return Buffer.concat(await Array.fromAsync(content));
  };
  const send = async (reply: FastifyReply, key: string, render: () => Promise<Buffer>) => {
    const picture = pictures.getOrInsertComputed(key, render);
    // A failure must not be kept.
    picture.catch(() => pictures.delete(key));
    return reply
      .type('image/png')
      .header('cache-control', 'public, max-age=300')
      .send(await picture);
  };

  const sendIcon = async (reply: FastifyReply, size: IconSize, shipped: string) => {
    const { icon } = settings.current;
    if (icon === undefined) return reply.header('cache-control', 'public, max-age=300').redirect(shipped);
    const shape =
      size === 'maskable-512' ? { side: 512, padding: 51, background: maskableBackground } : { side: Number(size) };
    return send(reply, `${icon} ${size}`, async () => toPng(await read(icon), shape));
  };

  app.get('/brand/logo.png', options, async (_request, reply) => {
    const { logo } = settings.current;
    if (logo === undefined) throw platformError('request.not_found');
    return send(reply, logo, async () => toPng(await read(logo), { side: 512 }));
  });

  app.get<{ Params: { size: string } }>('/brand/icon-:size.png', options, async ({ params: { size } }, reply) => {
    if (!isIconSize(size)) throw platformError('request.not_found');
    return sendIcon(reply, size, shippedIcons[size]);
  });

  app.get('/brand/favicon', options, async (_request, reply) => sendIcon(reply, '192', '/icon.svg'));

  // The address contains the color, so the answer never changes, also while servers still have different settings.
  app.get<{ Params: { color: string } }>('/brand/accent-:color.css', options, async ({ params }, reply) => {
    const { color } = params;
    if (!/^[\da-f]{6}$/.test(color)) throw platformError('request.not_found');
    return reply
      .type('text/css; charset=utf-8')
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(toStyleSheet(`#${color}`));
  });

  app.get('/manifest.webmanifest', options, async (_request, reply) => {
    if (!app.pages) throw platformError('request.not_found');
    const shipped = await readFile(path.join(app.pages.directory, 'manifest.webmanifest'), 'utf8');
    return reply
      .type('application/manifest+json')
      .header('cache-control', 'public, no-cache')
      .send(toManifest(JSON.parse(shipped) as Manifest, settings.current));
  });
}

const tokensOf = ({ primary, primaryStrong, primarySoft, onPrimary }: AccentTones) =>
  `{--primary:${primary};--primary-strong:${primaryStrong};--primary-soft:${primarySoft};--on-primary:${onPrimary}}`;

/** Returns a style sheet that replaces the shipped colors of buttons and links, wherever it stands in the page. */
function toStyleSheet(accentColor: string): string {
  const { light, dark } = accentTonesOf(accentColor);
  return [
    `:root:root${tokensOf(light)}`,
    `@media (prefers-color-scheme:dark){:root:root:not([data-theme='light'])${tokensOf(dark)}}`,
    `:root:root[data-theme='dark']${tokensOf(dark)}`,
  ].join('\n');
}

type Icon = { src: string; type: string; sizes: string; purpose?: string };
type Manifest = { name: string; short_name: string; description: string; icons: Icon[] };

/** Returns the manifest that ships with the application, with the name, description and icon of the community. */
function toManifest(shipped: Manifest, { productName, shortDescription, icon, revision }: CurrentSettings): Manifest {
  const toBrandIcon = ({ src, ...shippedIcon }: Icon) => ({
    ...shippedIcon,
    src: `/brand${src}?v=${revision}`,
  });
  return {
    ...shipped,
    ...(productName !== shipped.name && { name: productName, short_name: productName }),
    description: shortDescription ?? shipped.description,
    icons:
      icon === undefined ? shipped.icons : shipped.icons.filter(({ src }) => src.endsWith('.png')).map(toBrandIcon),
  };
}
