import type { Profile } from '@commons/contract/profiles';
import { socialLink, type SocialSite, socialSites } from '@commons/contract/social-handles';
import { ExternalLink } from 'lucide-react';
import { Card } from '../../ui/card.tsx';

const sites: readonly SocialSite[] = ['instagram', 'facebook', 'twitter', 'linkedin'];

/** Each link is built from a handle by the contract, so it can lead nowhere but to the site it names. */
export function SocialCard({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const links = sites.flatMap((site) => {
    const handle = profile[site];
    const href = socialLink(site, handle);
    return href === null || handle === null ? [] : [{ site, handle, href, label: socialSites[site].label }];
  });
  if (links.length === 0 && !isOwn) return null;
  return (
    <Card as="section" aria-labelledby="social-title">
      <h2 id="social-title" className="text-lg">
        Social Media
      </h2>
      {links.length === 0 && <p className="mt-2 text-sm text-muted">Other places where people may find you.</p>}
      {links.length > 0 && (
        <ul className="mt-2 -mb-1 flex flex-col">
          {links.map(({ site, handle, href, label }) => (
            <li key={site}>
              <a
                href={href}
                target="_blank"
                rel="noopener noreferrer"
                className="group -mx-2 flex min-h-11 items-center gap-3 rounded-control px-2 py-1.5 transition-colors hover:bg-primary-soft"
              >
                <span className="min-w-0 flex-1">
                  <span className="block text-xs text-muted">{label}</span>
                  <span className="block text-sm font-semibold wrap-anywhere">{handle}</span>
                </span>
                <ExternalLink size={18} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-muted" />
                <span className="sr-only">(opens in a new tab)</span>
              </a>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
