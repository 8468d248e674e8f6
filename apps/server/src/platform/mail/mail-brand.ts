import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { toPng } from '../media/images.ts';
import type { CurrentSettings } from '../settings/current.ts';

type BrandSettings = Pick<
  CurrentSettings,
  'productName' | 'accentColor' | 'logo' | 'icon' | 'operatorName' | 'operatorAddress' | 'operatorContact'
>;

/** The picture at the top of a mail. A logo replaces the name; an icon is beside it. */
export type MailPicture = { kind: 'logo' | 'icon'; png: Buffer };

/** The appearance of mails: the parts of the settings that they show. */
export type MailBrand = {
  productName: string;
  publicUrl: string;
  accentColor: string | undefined;
  /** Name, address and contact of the operator. Empty until they are entered. */
  operator: readonly string[];
  picture: MailPicture | undefined;
};

/** Mail programs show at most a quarter of this height, on screens with a high density. */
const pictureSide = 480;

const shippedIcon = fileURLToPath(new URL('../../../../web/dist/client/icon-180.png', import.meta.url));

/** Returns the lines about the operator at the end of each mail. */
const operatorLines = ({ operatorName, operatorAddress, operatorContact }: BrandSettings): string[] => [
  ...(operatorName ? [`Run by ${operatorName}`] : []),
  ...(operatorAddress ? [operatorAddress.split('\n').join(', ')] : []),
  ...(operatorContact ? [`Contact: ${operatorContact}`] : []),
];

/**
 * Creates a function that returns the appearance of mails. Pictures are kept until they change. They are part of the
 * mail: a picture on a server would tell it when and where a member reads.
 */
export function followMailBrand(options: {
  settings: { readonly current: BrandSettings };
  publicUrl: string;
  /** Streams an uploaded picture. */
  readUpload: (url: string) => Promise<Readable | undefined>;
}): () => Promise<MailBrand> {
  const { settings, publicUrl, readUpload } = options;
  let kept: { url: string; picture: Promise<MailPicture | undefined> } | undefined;

  async function readPicture(kind: MailPicture['kind'], url: string | undefined): Promise<MailPicture | undefined> {
    if (url === undefined) return { kind, png: await readFile(shippedIcon) };
    const content = await readUpload(url);
    return content && { kind, png: await toPng(await buffer(content), { side: pictureSide }) };
  }

  return async () => {
    const { current } = settings;
    const { productName, accentColor, logo, icon } = current;
    const url = logo ?? icon;
    if (kept?.url !== (url ?? '')) kept = { url: url ?? '', picture: readPicture(logo ? 'logo' : 'icon', url) };
    const picture = await kept.picture.catch(() => {
      // The storage may be back for the next mail. A mail without a picture is better than none.
      kept = undefined;
      return undefined;
    });
    return { productName, publicUrl, accentColor, operator: operatorLines(current), picture };
  };
}
