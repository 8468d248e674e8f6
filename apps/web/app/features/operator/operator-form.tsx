import { settingsCalls } from '@commons/contract/settings/calls';
import type { SettingsView } from '@commons/contract/settings/schemas';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { call } from '../../lib/api-client.ts';
import { useContractForm } from '../../lib/contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { ContractForm } from '../../ui/contract-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { communitySettingsQuery } from './operator.api.ts';

const names = ['operatorName', 'operatorContact', 'operatorAddress', 'responsiblePerson', 'staffedHours'] as const;
type Values = Record<(typeof names)[number], string>;

type OperatorFormProps = {
  settings: SettingsView;
  submitLabel: string;
  onDone: () => void;
  /** Additional buttons. */
  children?: ReactNode;
};

/** Asks who runs the community. All fields are optional: an empty one is not shown anywhere. */
export function OperatorForm({ settings, submitLabel, onDone, children }: OperatorFormProps) {
  const queryClient = useQueryClient();
  const original = Object.fromEntries(names.map((name) => [name, settings.values[name] ?? ''])) as Values;
  const form = useContractForm<Values>({
    original,
    submit: async (values) => {
      const changed = names.filter((name) => values[name] !== original[name]);
      if (changed.length > 0) {
        const changes = Object.fromEntries(changed.map((name) => [name, values[name].trim() || null]));
        try {
          const { revision } = settings;
          const saved = await call(settingsCalls.changeSettings, { body: { revision, changes } });
          queryClient.setQueryData(communitySettingsQuery.queryKey, saved);
        } catch (error) {
          // The next attempt is based on the latest settings.
          void queryClient.invalidateQueries({ queryKey: communitySettingsQuery.queryKey });
          throw error;
        }
      }
      onDone();
    },
  });
  return (
    <ContractForm form={form} className="flex flex-col gap-6">
      <TextField
        label="Name"
        hint="A person or an organization"
        isOptional
        autoComplete="organization"
        {...form.field('operatorName')}
      />
      <TextField
        label="Contact"
        hint="An email address, a phone number or a web address"
        isOptional
        autoComplete="off"
        {...form.field('operatorContact')}
      />
      <TextArea
        label="Address"
        isOptional
        minRows={2}
        autoComplete="street-address"
        {...form.field('operatorAddress')}
      />
      <TextField
        label="Responsible for the content"
        hint="Some countries require a name"
        isOptional
        autoComplete="off"
        {...form.field('responsiblePerson')}
      />
      <TextArea
        label="When people read reports"
        hint="For example: Monday to Friday, 9:00 to 17:00"
        isOptional
        minRows={2}
        {...form.field('staffedHours')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isPending={form.isSubmitting}>
          {submitLabel}
        </Button>
        {children}
      </div>
    </ContractForm>
  );
}
