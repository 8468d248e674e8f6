import { LinkedText } from '../../lib/linked-text.tsx';
import { useRememberedState } from '../../lib/remembered-state.ts';
import { Button } from '../../ui/button.tsx';
import { isFoldable } from './estimate-lines.ts';

type FoldedTextProps = { text: string; memoryKey: string; /** Whose text the button is about. */ name: string };

/** A long text shows its first 12 lines (`foldedLines`) until opened. */
export const FoldedText = ({ text, memoryKey, name }: FoldedTextProps) => {
  const [isOpen, setIsOpen] = useRememberedState(memoryKey);
  const isLong = isFoldable(text);
  return (
    <>
      <LinkedText text={text} className={isLong && !isOpen ? 'line-clamp-12' : ''} />
      {isLong && (
        <Button
          variant="quiet"
          size="small"
          className="mt-1 -ml-3 text-primary"
          aria-label={`${isOpen ? 'Show less' : 'Read more'}, ${name}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Read more'}
        </Button>
      )}
    </>
  );
};
