import { use } from 'react';
import { DocumentContext } from '../lib/document.ts';
import { productName } from '../lib/product.ts';

/** A picture that the build draws, with a text on it. */
export type SharingPicture = { name: string; alt: string };

type SharingHeadProps = {
  /** Canonical path of the page. */
  path: string;
  title: string;
  description: string;
  /** Pages can share one. The build draws those listed in `shell/sharing-pictures.ts`. */
  picture?: SharingPicture;
  /** ISO date on which the page was last checked against its sources. */
  checkedOn?: string;
};

/**
 * Meta tags for search engines and link previews of a public page. The server marks pages without them as
 * `noindex`.
 */
export function SharingHead({ path, title, description, picture = communityPicture, checkedOn }: SharingHeadProps) {
  const { publicUrl = '' } = use(DocumentContext);
  const address = `${publicUrl}${path}`;
  const pictureAddress = `${publicUrl}/sharing/${picture.name}.jpg`;
  return (
    <>
      <meta name="description" content={description} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content={checkedOn === undefined ? 'website' : 'article'} />
      <meta property="og:site_name" content={productName} />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={description} />
      <meta property="og:image" content={pictureAddress} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={picture.alt} />
      {checkedOn !== undefined && <meta property="article:modified_time" content={checkedOn} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={pictureAddress} />
      <meta name="twitter:image:alt" content={picture.alt} />
    </>
  );
}

export const communityPicture: SharingPicture = { name: 'community', alt: 'Room to breathe, people to talk to' };
