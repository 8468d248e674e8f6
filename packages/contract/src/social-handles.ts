/**
 * The social sites a profile links to. A handle is what its site allows in a name, so that a link built from it can lead
 * nowhere but to that site.
 */
export const socialSites = {
  instagram: {
    label: 'Instagram',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:instagram\.com)\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9._]{1,30}$/i,
    link: (handle: string) => `https://www.instagram.com/${handle}/`,
  },
  facebook: {
    label: 'Facebook',
    // Who has no name there yet has a number: profile.php?id=100000000000001.
    page: /^(?:https?:\/\/)?(?:www\.)?(?:(?:m\.)?facebook\.com|fb\.com)\/(?:profile\.php\?id=)?(?<handle>[^/?#&]+)\/?(?:[?#&]\S*)?$/i,
    handle: /^[a-z0-9.]{3,50}$/i,
    link: (handle: string) => `https://www.facebook.com/${handle}`,
  },
  twitter: {
    label: 'X (Twitter)',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:(?:mobile\.)?twitter\.com|x\.com)\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9_]{1,15}$/i,
    link: (handle: string) => `https://x.com/${handle}`,
  },
  linkedin: {
    label: 'LinkedIn',
    page: /^(?:https?:\/\/)?(?:www\.)?(?:linkedin\.com)\/in\/(?<handle>[^/?#]+)\/?(?:[?#]\S*)?$/i,
    handle: /^[a-z0-9-]{3,100}$/i,
    link: (handle: string) => `https://www.linkedin.com/in/${handle}`,
  },
} as const;

export type SocialSite = keyof typeof socialSites;

/** The address of a member's page on a social site, built from their handle; null for anything that is no handle. */
export const socialLink = (site: SocialSite, handle: string | null): string | null =>
  handle !== null && isHandle(site, handle) ? socialSites[site].link(handle) : null;

/** A name of dots alone would be read as a way up the path. */
const isHandle = (site: SocialSite, text: string): boolean =>
  socialSites[site].handle.test(text) && /[a-z0-9]/i.test(text);

/**
 * Reads a handle out of what a member typed: `handle`, `@handle`, or the address of their page on that very site.
 * Undefined when it is none of these; `instagram.com` alone is an address without a name, not a member called so.
 */
export function readHandle(site: SocialSite, typed: string): string | undefined {
  const page = socialSites[site].page;
  const fromPage = page.exec(typed)?.groups?.['handle'];
  const bare = typed.replace(/^@/, '');
  const handle = fromPage ?? (page.test(`${bare}/name`) ? '' : bare);
  return isHandle(site, handle) ? handle : undefined;
}
