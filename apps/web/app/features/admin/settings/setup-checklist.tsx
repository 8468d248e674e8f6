import type { SettingsView } from '@commons/contract/settings/schemas';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { explainFailure, showFailure } from '../../../lib/api-error.ts';
import { paths } from '../../../lib/paths.ts';
import { Button } from '../../../ui/button.tsx';
import { SettingsSection } from '../../../ui/settings-section.tsx';
import { communitySettingsQuery } from '../../operator/index.ts';
import { useChangeSettings } from './settings.api.ts';
import { stepsDone } from './settings.texts.ts';

const stepsOf = ({ states }: SettingsView) => [
  {
    label: 'Name your community',
    to: paths.adminSettingsOf('identity'),
    isDone: states.productName.source !== 'default',
  },
  { label: 'Who runs it', to: paths.adminSettingsOf('operator'), isDone: states.operatorName.isSet },
  { label: 'Mail', to: paths.adminSettingsOf('mail'), isDone: states.mailServer.isSet },
  { label: 'Sign-up', to: paths.adminSettingsOf('joining'), isDone: states.signUp.source !== 'default' },
  {
    label: 'Backups',
    to: paths.adminSettingsOf('backups'),
    isDone: states.backupFolder.isSet || states.backupBucket.isSet,
  },
];

/** The steps that are left to set up the community. Disappears when all are done, or when an admin hides it. */
export function SetupChecklist() {
  const { data: view } = useQuery(communitySettingsQuery);
  const change = useChangeSettings();
  if (view?.values.setupChecklist !== true) return null;
  const steps = stepsOf(view);
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  const hide = () =>
    change.mutate(
      { revision: view.revision, changes: { setupChecklist: false } },
      { onError: (error) => showFailure(error, explainFailure(error) ?? 'The list could not be hidden.') },
    );
  return (
    <SettingsSection
      title="Set up your community"
      text={stepsDone(done, steps.length)}
      action={
        <Button variant="quiet" size="small" className="max-sm:-ms-3" isPending={change.isPending} onClick={hide}>
          Hide this list
        </Button>
      }
    >
      <ul className="-mb-3 divide-y divide-line border-t border-line">
        {steps.map(({ label, to, isDone }) => {
          const Icon = isDone ? CircleCheck : Circle;
          return (
            <li key={label} className="relative flex min-h-12 items-center gap-3 hover:bg-primary-soft">
              <Icon
                size={20}
                strokeWidth={1.75}
                aria-hidden="true"
                className={isDone ? 'shrink-0 text-ok' : 'shrink-0 text-muted'}
              />
              <Link to={to} className="flex-1 text-sm font-semibold after:absolute after:inset-0">
                {label}
                {isDone && <span className="font-normal text-muted"> Done</span>}
              </Link>
              <ChevronRight size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted rtl:-scale-x-100" />
            </li>
          );
        })}
      </ul>
    </SettingsSection>
  );
}
