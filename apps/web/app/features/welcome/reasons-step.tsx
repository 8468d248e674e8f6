import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { type Reason, reasons } from './reasons.ts';
import { Step } from './step.tsx';

type ReasonsStepProps = {
  chosen: ReadonlySet<Reason>;
  onChange: (chosen: ReadonlySet<Reason>) => void;
  onDone: () => void;
};

export function ReasonsStep({ chosen, onChange, onDone }: ReasonsStepProps) {
  const toggle = (name: Reason, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(name);
    else next.delete(name);
    onChange(next);
  };
  return (
    <Step count={2} title="What brings you here?">
      <p className="text-muted">
        It helps us say where to begin. Your answer stays on this page: it is not sent or kept.
      </p>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">What brings you here?</legend>
        {reasons.map(({ name, label }) => (
          <Checkbox
            key={name}
            label={label}
            checked={chosen.has(name)}
            onChange={({ target }) => toggle(name, target.checked)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>Go on</Button>
        <Button variant="quiet" onClick={onDone}>
          Skip
        </Button>
      </div>
    </Step>
  );
}
