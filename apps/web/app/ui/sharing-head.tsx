import { productName } from '../lib/product.ts';

/** Stands for the community's own address, which only the server knows: `platform/http/pages.ts` puts it in. */
const communityAddress = 'https://community.invalid';

type SharingHeadProps = {
  /** The one address of what this page says. */
  path: string;
  title: string;
  description: string;
  /** A picture that the build draws, with words on it. Pages may share one. */
  picture?: { name: string; words: string };
  /** ISO date of the day on which the page was last held against its sources. */
  checkedOn?: string;
};

/**
 * What search engines read of a public page, and what is seen of it where somebody shares it. Written by the build alone:
 * nothing in a browser has use for it. A page without it is kept out of search engines by the server.
 */
export function SharingHead({ path, title, description, picture = ofCommunity, checkedOn }: SharingHeadProps) {
  if (!import.meta.env.SSR) return null;
  const address = `${communityAddress}${path}`;
  const pictureAddress = `${communityAddress}/sharing/${picture.name}.jpg`;
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
      <meta property="og:image:alt" content={picture.words} />
      {checkedOn !== undefined && <meta property="article:modified_time" content={checkedOn} />}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:title" content={title} />
      <meta name="twitter:description" content={description} />
      <meta name="twitter:image" content={pictureAddress} />
      <meta name="twitter:image:alt" content={picture.words} />
    </>
  );
}

const ofCommunity = { name: 'community', words: 'Room to breathe, people to talk to' };
