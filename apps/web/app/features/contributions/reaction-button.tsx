import type { LucideIcon } from 'lucide-react';
import { formatCount, plural } from '../../lib/locale.ts';
import { Button } from '../../ui/button.tsx';

type ReactionButtonProps = {
  icon: LucideIcon;
  word: string;
  /** "cheer", "cheers". */
  nouns: { one: string; other: string };
  /** What it is about, for those who hear it without the card around it. */
  name: string;
  isGiven: boolean;
  count: number;
  onPress: () => void;
};

/** The foot of a card: a reaction that a press gives or takes back, with how many gave it. */
export function ReactionButton(props: ReactionButtonProps) {
  const { icon: Icon, word, nouns, name, isGiven, count, onPress } = props;
  const counted = count === 0 ? '' : ` ${formatCount(count)} ${plural(count, nouns)}`;
  return (
    <div className="-mb-1.5 border-t border-line pt-1.5">
      <Button
        variant="quiet"
        size="small"
        aria-label={`${word}${counted}, ${name}`}
        aria-pressed={isGiven}
        className="-ms-3 pointer-coarse:min-h-11"
        onClick={onPress}
      >
        <Icon
          size={20}
          strokeWidth={1.75}
          aria-hidden="true"
          className={isGiven ? 'fill-current text-apricot' : undefined}
        />
        {word} {count > 0 && <span className="tabular-nums">{formatCount(count)}</span>}
      </Button>
    </div>
  );
}
