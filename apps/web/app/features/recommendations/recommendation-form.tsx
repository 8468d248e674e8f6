import {
  type RecommendationInput,
  recommendationLimits as limits,
  type RecommendationType,
} from '@commons/contract/recommendations';
import { isBlank } from '@commons/contract/text';
import { type SyntheticEvent, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { clearDraft } from '../../lib/drafts.ts';
import { readTypedFields, useTypedFields } from '../../lib/typed-fields.ts';
import type { FormSubject } from '../../lib/unsaved-text.ts';
import { ContractForm, contractSchema, useContractForm } from '../../ui/contract-form.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { AuthorSupport } from '../support/index.ts';
import { sectionTexts } from './recommendation-texts.ts';

export type RecommendationTexts = { title: string; content: string; link: string };

const fields = ['title', 'content', 'link'] as const;
const schema = contractSchema(
  async () => (await import('@commons/contract/recommendations/schemas')).recommendationInput,
);

type Options = {
  type: RecommendationType;
  original: RecommendationTexts;
  /** Key of the draft. */
  draft: string;
  subject?: FormSubject;
  send: (currentOriginal: RecommendationInput) => Promise<unknown>;
  onSent: () => void;
};

/**
 * State of the form for a new or an existing recommendation. The caller renders the submit button, which only an empty
 * title disables.
 */
export function useRecommendationForm({ type, original: input, draft, subject, send, onSent }: Options) {
  const [original] = useState(input);
  const [initial] = useState(() => readTypedFields(draft, original));
  const { form, isSubmitting, field, ...formProps } = useContractForm({
    schema,
    fields,
    defaultValues: { ...initial, type },
    submit: async (recommendation) => {
      await send(recommendation);
      clearDraft(draft);
      onSent();
      return null;
    },
  });
  useTypedFields(draft, original, form, subject);
  const title = useWatch({ control: form.control, name: 'title' });
  return {
    isSubmitting,
    isSendable: title !== '',
    fields: { type, initial, field },
    form: {
      ...formProps,
      onSubmit: async (event: SyntheticEvent): Promise<void> => {
        event.preventDefault();
        const blank = (['title', 'content'] as const).find((name) => isBlank(form.getValues(name)));
        // Blank fields are not sent, without an error message: the focus moves to the first blank one.
        if (blank === undefined) await formProps.onSubmit(event);
        else form.setFocus(blank);
      },
    },
  };
}

type FormProps = Pick<ReturnType<typeof useRecommendationForm>, 'fields' | 'form'> & {
  id: string;
  takesFocus?: boolean;
};

export function RecommendationForm({ id, form, fields: { type, initial, field }, takesFocus = false }: FormProps) {
  return (
    <ContractForm form={form} id={id} className="flex flex-col gap-4 pb-1">
      <TextField
        label="Title"
        autoComplete="off"
        {...field('title')}
        // The member opened the form with a button, so the focus moves into it.
        autoFocus={takesFocus}
        defaultValue={initial.title}
        limit={{ max: limits.titleCharacters }}
      />
      <TextArea
        label={sectionTexts[type].contentLabel}
        minRows={3}
        {...field('content')}
        defaultValue={initial.content}
        limit={{ max: limits.contentCharacters }}
      />
      <TextField
        label="Link"
        isOptional
        type="url"
        autoComplete="off"
        placeholder="https://"
        {...field('link')}
        defaultValue={initial.link}
        limit={{ max: limits.linkCharacters }}
      />
      <AuthorSupport draft={id} />
    </ContractForm>
  );
}
