import type { Meditation } from '@commons/contract/meditations/schemas';
import { useState } from 'react';
import { hashOf } from '../../ui/avatar.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Hills, Moon, Sun } from '../../ui/landscape.tsx';
import { allowSite, useIsAllowed, usePlayerMemberId, useSitesNeedingConsent } from './external-sites.ts';
import { formatSites } from './player.texts.ts';

type CoverProps = { meditation: Pick<Meditation, 'id' | 'albumCoverUrl'>; className?: string };

/** Generated cover of a meditation: position of sun or moon, always the same for the same id. */
const skyOf = (id: string): { x: number; y: number; isMirrored: boolean; isEvening: boolean } => {
  const bits = hashOf(id);
  return {
    x: 104 + (bits % 112),
    y: 40 + (Math.trunc(bits / 112) % 48),
    isMirrored: Math.trunc(bits / 5_376) % 2 === 1,
    isEvening: Math.trunc(bits / 10_752) % 2 === 1,
  };
};

/** A square picture, hidden from screen readers: the title is next to it. */
export const Cover = ({ meditation: { id, albumCoverUrl }, className }: CoverProps) => {
  const [brokenUrl, setBrokenUrl] = useState<string>();
  const isAllowed = useIsAllowed(usePlayerMemberId(), albumCoverUrl ?? '/');
  const { x, y, isMirrored, isEvening } = skyOf(id);
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'block aspect-square overflow-hidden forced-color-adjust-none',
        isEvening ? 'bg-lavender-soft' : 'bg-sky',
        className,
      )}
    >
      {albumCoverUrl !== null && isAllowed && albumCoverUrl !== brokenUrl ? (
        <img
          src={albumCoverUrl}
          alt=""
          width={640}
          height={640}
          loading="lazy"
          decoding="async"
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBrokenUrl(albumCoverUrl)}
        />
      ) : (
        <svg viewBox="60 0 200 200" className={classNames('size-full', isMirrored && '-scale-x-100')}>
          <g transform={`translate(${x} ${y}) scale(22)`}>
            {isEvening ? (
              <Moon />
            ) : (
              <>
                <Sun className="dark:hidden" />
                <Moon className="hidden dark:block" />
              </>
            )}
          </g>
          <Hills />
        </svg>
      )}
    </span>
  );
};

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
