import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { allowSite, useSitesNeedingConsent } from './external-sites.ts';
import { usePlayerMemberId } from './listener.ts';

type ExternalCoversProps = {
  /** Cover URL of each shown item, or null. */
  covers: readonly (string | null)[];
  className?: string;
};

/** Asks before covers are loaded from other sites, because pages contact no other site without consent. */
export const ExternalCovers = ({ covers, className }: ExternalCoversProps) => {
  const memberId = usePlayerMemberId();
  const sites = useSitesNeedingConsent(
    memberId,
    covers.filter((address) => address !== null),
  );
  if (memberId === null || sites.length === 0) return null;
  const isSingle = covers.length === 1;
  return (
    // `before-paint.ts` hides the notice before the first paint if the device has the consents.
    <div className={className} data-consent-sites={sites.join(' ')}>
      <Banner
        action={
          <Button
            variant="secondary"
            size="small"
            onClick={() => {
              // With a scheme, because a name with a port would otherwise be parsed as scheme and path.
              for (const site of sites) allowSite(memberId, `https://${site}`);
            }}
          >
            {isSingle ? 'Show cover' : 'Show covers'}
          </Button>
        }
      >
        <span className="wrap-anywhere">
          {isSingle
            ? `The cover is on another site: ${sites[0]}. Showing it tells that site that someone opened it.`
            : `Some covers are on other sites: ${formatSites(sites)}. Showing them tells those sites that someone opened them.`}
        </span>
      </Banner>
    </div>
  );
};

const formatSites = (sites: readonly string[]): string =>
  sites.slice(0, 3).join(', ') + (sites.length > 3 ? ` and ${sites.length - 3} more` : '');
