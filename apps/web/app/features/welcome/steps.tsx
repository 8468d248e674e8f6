import type { CurrentUser } from '@commons/contract/auth/schemas';
import { BookOpen, Headphones, MessagesSquare, NotebookPen, Sun } from 'lucide-react';
import type { ReactNode } from 'react';
import { contractSchema, useContractForm } from '../../lib/contract-form.ts';
import { paths } from '../../lib/paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/choices.tsx';
import { ContractForm } from '../../ui/contract-form.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ownProfile, PhotoDialog, useUpdateProfile } from '../members/index.ts';
import { GuidelinesSummary } from './guidelines-summary.tsx';
import { Step } from './step.tsx';

const nameSchema = contractSchema(async () =>
  (await import('@commons/contract/profiles/schemas')).profileInput.pick({ firstName: true, lastName: true }),
);

type NameFormProps = {
  viewer: CurrentUser;
  onDone?: () => void;
  /** Additional buttons. */
  children: ReactNode;
};

export function NameForm({ viewer, onDone, children }: NameFormProps) {
  const update = useUpdateProfile();
  const form = useContractForm({
    schema: nameSchema,
    original: { firstName: viewer.firstName, lastName: viewer.lastName },
    submit: async (names) => {
      if (names.firstName !== viewer.firstName || names.lastName !== viewer.lastName) await update.mutateAsync(names);
      onDone?.();
    },
  });
  return (
    <ContractForm form={form}>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...form.field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" isOptional {...form.field('lastName')} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={form.isSubmitting}>
          Continue
        </Button>
        {children}
      </div>
    </ContractForm>
  );
}

export function NameStep({ viewer, onDone }: { viewer: CurrentUser; onDone: () => void }) {
  return (
    <Step count={1} picture="profile" title="How others see you">
      <div className="flex flex-wrap items-center gap-4">
        <Avatar id={viewer.id} name={viewer.displayName} imageUrl={viewer.profileImageUrl} size="huge" />
        <div className="flex min-w-0 flex-1 flex-col items-start gap-2">
          <p className="text-muted">
            This is the name you gave. You can change it: many members use only a first name. A photo is optional.
          </p>
          <PhotoDialog
            trigger={
              <Button variant="secondary">
                {viewer.profileImageUrl === null ? 'Add a photo' : 'Change the photo'}
              </Button>
            }
            profile={ownProfile(viewer)}
          />
        </div>
      </div>
      <NameForm viewer={viewer} onDone={onDone}>
        <Button variant="quiet" onClick={onDone}>
          Skip
        </Button>
      </NameForm>
    </Step>
  );
}

/** Reasons to join, each with a suggested place to start. The choice is not stored. */
export const reasons = [
  {
    name: 'people',
    icon: MessagesSquare,
    label: 'To meet people who understand',
    destination: { to: paths.home, label: 'Read the community feed' },
  },
  {
    name: 'calm',
    icon: Headphones,
    label: 'To find some calm',
    destination: { to: paths.meditations, label: 'Listen to a meditation' },
  },
  {
    name: 'write',
    icon: NotebookPen,
    label: 'To write things down',
    destination: { to: paths.journalPrompts, label: 'Pick a journal prompt' },
  },
  {
    name: 'good',
    icon: Sun,
    label: 'To notice what is good',
    destination: { to: paths.gratitudeWall, label: 'See the gratitude wall' },
  },
  {
    name: 'learn',
    icon: BookOpen,
    label: 'To learn what helps',
    destination: { to: paths.books, label: 'Look at the books' },
  },
] as const;

export type Reason = (typeof reasons)[number]['name'];

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
    <Step count={2} picture="common" title="What brings you here?">
      <p className="text-muted">
        It helps us suggest where to begin. Your answer stays on this page: it is not sent or saved.
      </p>
      <fieldset className="flex flex-col gap-2">
        <legend className="sr-only">What brings you here?</legend>
        {reasons.map(({ name, label, icon: Icon }) => (
          <div
            key={name}
            className="rounded-control border border-line transition-colors hover:bg-primary-soft has-checked:border-primary has-checked:bg-primary-soft [&_label]:min-h-12 [&_label]:items-center [&_label]:px-4 [&_label]:py-2"
          >
            <Checkbox
              label={
                <span className="flex items-center gap-3">
                  <Icon size={20} strokeWidth={1.75} aria-hidden="true" className="shrink-0 text-primary" />
                  {label}
                </span>
              }
              checked={chosen.has(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
          </div>
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        <Button onClick={onDone}>Continue</Button>
        <Button variant="quiet" onClick={onDone}>
          Skip
        </Button>
      </div>
    </Step>
  );
}

export function GuidelinesStep({ onDone }: { onDone: () => void }) {
  return (
    <Step count={3} picture="connections" title="How we treat each other">
      <GuidelinesSummary />
      <div>
        <Button onClick={onDone}>Continue</Button>
      </div>
    </Step>
  );
}
