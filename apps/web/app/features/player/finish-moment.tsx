import { Sprout } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/loading.tsx';
import { formatMinutes } from './times.ts';

const sitSeconds = 60;

/** After the last sound: a kind line, and the offer to stay for a silent minute. */
export const FinishMoment = ({ duration }: { duration: number }) => {
  const [stage, setStage] = useState<'finished' | 'sitting' | 'sat'>('finished');
  useEffect(() => {
    if (stage !== 'sitting') return undefined;
    const timer = setTimeout(setStage, sitSeconds * 1000, 'sat');
    return () => clearTimeout(timer);
  }, [stage]);
  return (
    <div className="flex animate-arrive flex-col items-center gap-4 rounded-card bg-lavender-soft px-4 py-6 text-center">
      <Sprout size={36} strokeWidth={1.75} absoluteStrokeWidth aria-hidden="true" className="text-lavender" />
      <Status className="max-w-[32ch] text-lg text-balance text-ink">
        {stage === 'finished' && `You gave yourself ${formatMinutes(duration)}. Notice how you feel now.`}
        {stage === 'sitting' && 'One quiet minute. There is nothing to do.'}
        {stage === 'sat' && 'A minute longer than planned. Take it with you.'}
      </Status>
      {stage === 'finished' && (
        <Button variant="secondary" onClick={() => setStage('sitting')}>
          Sit a minute longer
        </Button>
      )}
      {stage === 'sitting' && (
        <span aria-hidden="true" className="h-1 w-40 overflow-hidden rounded-full bg-line">
          <span
            className="block h-full origin-left animate-fill bg-lavender rtl:origin-right"
            style={{ animationDuration: `${sitSeconds}s` }}
          />
        </span>
      )}
    </div>
  );
};
