import type { SettingsView } from '@commons/contract/settings/schemas';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { ContractForm } from '../../../ui/contract-form.tsx';
import type { Group } from './groups.ts';
import { SettingField } from './setting-field.tsx';
import type { Difference } from './settings.texts.ts';
import { useSettingsForm } from './use-settings-form.ts';

/** The form of one group of settings. Nothing is saved before the admin presses the button. */
export function GroupForm({ group, view }: { group: Group; view: SettingsView }) {
  const form = useSettingsForm(view);
  const { isDirty, isPending, differences } = form;
  const canSave = group.settings.some((name) => !form.base.states[name].isLocked);
  return (
    <Card>
      <ContractForm form={form.contractForm} className="flex flex-col gap-6">
        {differences && <ChangedMeanwhile differences={differences} />}
        {group.settings.map((name) => (
          <SettingField key={name} name={name} form={form} />
        ))}
        {canSave && (
          <div className="flex flex-wrap items-center gap-3 border-t border-line pt-4">
            <Button type="submit" isPending={isPending} disabled={!isDirty}>
              Save changes
            </Button>
            {isDirty && !isPending && (
              <Button variant="quiet" onClick={form.discard}>
                Discard
              </Button>
            )}
          </div>
        )}
      </ContractForm>
      <UnsavedChanges isDirty={isDirty} />
    </Card>
  );
}

/** Shows the changes of another admin. They are in the fields already, except where this admin has edited. */
const ChangedMeanwhile = ({ differences }: { differences: readonly Difference[] }) => (
  <Banner tone="warn" isAlert title="Somebody else changed the settings">
    <p>Nothing was saved. Your changes are still below. Please look at the new values and save again.</p>
    <ul className="mt-2 list-disc ps-4">
      {differences.map(({ name, text }) => (
        <li key={name} className="wrap-anywhere">
          {text}
        </li>
      ))}
    </ul>
  </Banner>
);

/** Asks before a link, the back button or a closed tab drops the changes. */
function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => isDirty && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isDirty]);
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      onOpenChange={() => blocker.reset?.()}
      title="Leave without saving?"
      text="Your changes to these settings are not saved yet."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      isDestructive
      onConfirm={() => blocker.proceed?.()}
    />
  );
}
