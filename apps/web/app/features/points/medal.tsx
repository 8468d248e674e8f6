import { classNames } from '../../ui/class-names.ts';

const medals = [
  { name: 'gold', disc: 'fill-note-1' },
  { name: 'silver', disc: 'fill-note-4' },
  { name: 'bronze', disc: 'fill-apricot-fill' },
] as const;

type RankProps = { rank: number; label: string; displayText?: string; className?: string };

/** A medal for ranks 1 to 3, otherwise the rank. `displayText` replaces `label` on screen, for example "17th". */
export function Rank({ rank, label, displayText = label, className }: RankProps) {
  const medal = medals[rank - 1];
  return (
    <span className={classNames('relative inline-flex items-center justify-center tabular-nums', className)}>
      <span className="sr-only">{medal ? `Rank ${label}, ${medal.name} medal` : `Rank ${label}`}</span>
      {medal && (
        <svg viewBox="0 0 32 40" aria-hidden="true" className="absolute h-full forced-color-adjust-none">
          <path d="M5 0h9l6 17H11zM27 0h-9l-6 17h9z" className="fill-primary" />
          <circle cx="16" cy="26" r="13" className={classNames(medal.disc, 'stroke-note-ink/25')} />
        </svg>
      )}
      <span
        aria-hidden="true"
        className={medal ? 'relative translate-y-[15%] text-note-ink forced-color-adjust-none' : undefined}
      >
        {displayText}
      </span>
    </span>
  );
}
