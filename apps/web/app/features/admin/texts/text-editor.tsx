import { textTitles } from '@commons/contract/texts';
import type { EditedText } from '@commons/contract/texts/schemas';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainFailure } from '../../../lib/api-error.ts';
import { useContractForm } from '../../../lib/contract-form.ts';
import { draftKey } from '../../../lib/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Checkbox } from '../../../ui/choices.tsx';
import { Confirm } from '../../../ui/confirm.tsx';
import { ContractForm } from '../../../ui/contract-form.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Prose } from '../../../ui/prose.tsx';
import { Tabs } from '../../../ui/tabs.tsx';
import { TextArea } from '../../../ui/text-area.tsx';
import { previewQuery, usePublishText } from './texts.api.ts';
import { VersionList } from './version-list.tsx';

const hint = 'Markdown: ## heading, **bold**, - list, [link](https://…). HTML and pictures are not shown.';

/** A form for one text with a preview, and the published versions below. Unsent text is kept on this device. */
export function TextEditor({ text, viewerId }: { text: EditedText; viewerId: string }) {
  const { name, isShipped, revision } = text;
  const [view, setView] = useState('write');
  /** Changes when the field must show another text. */
  const [fieldKey, setFieldKey] = useState(0);
  const publish = usePublishText(name);
  const form = useContractForm({
    original: { content: text.content, asksMembers: false },
    draft: draftKey(viewerId, `text-${name}-${revision}`),
    choices: ['asksMembers'],
    submit: (values) => publish.mutateAsync({ revision, ...values }),
  });
  const { content } = form.values;
  const isChanged = content !== text.content;
  const show = (other: string) => {
    form.form.setValue('content', other);
    setFieldKey(fieldKey + 1);
    setView('write');
  };
  return (
    <>
      <Card>
        <ContractForm form={form}>
          <Tabs
            label={textTitles[name]}
            value={view}
            onValueChange={setView}
            tabs={[
              {
                value: 'write',
                label: 'Write',
                content: (
                  <TextArea
                    key={fieldKey}
                    label={textTitles[name]}
                    isLabelHidden
                    hint={`${hint} {{product}} becomes the name of the community.`}
                    minRows={name === 'welcome' ? 5 : 16}
                    maxRows={24}
                    {...form.field('content')}
                    defaultValue={content}
                  />
                ),
              },
              { value: 'preview', label: 'Preview', content: <Preview content={content} /> },
            ]}
          />
          {name === 'guidelines' && (
            <Checkbox
              label="Ask members to accept this version. Until they do, they can read but not write."
              {...form.field('asksMembers')}
            />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" isPending={form.isSubmitting}>
              Publish
            </Button>
            {isChanged && (
              <Button variant="secondary" onClick={() => show(text.content)}>
                Discard changes
              </Button>
            )}
            {!isShipped && (
              <RestoreButton
                onConfirm={() => publish.mutateAsync({ revision, content: null, asksMembers: false })}
                isPending={publish.isPending}
              />
            )}
          </div>
        </ContractForm>
      </Card>
      <VersionList
        name={name}
        onUse={(version) => show(version.content ?? text.shipped)}
        useLabel="Edit this version"
      />
    </>
  );
}

/** The text as the page will show it, rendered by the server. */
function Preview({ content }: { content: string }) {
  const isEmpty = content.trim() === '';
  const query = useQuery({ ...previewQuery(content), enabled: !isEmpty });
  if (isEmpty) return <p className="text-muted">There is nothing to show yet.</p>;
  return (
    <Loaded
      query={query}
      loading={<Skeleton className="h-96" />}
      failure={{ variant: 'banner', text: explainFailure(query.error) ?? 'The preview could not be loaded.' }}
    >
      {({ html }) => <Prose html={html} className="max-w-144" />}
    </Loaded>
  );
}

/** Asks before the shipped text replaces the edited one. */
function RestoreButton({ onConfirm, isPending }: { onConfirm: () => Promise<unknown>; isPending: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        Restore the shipped text
      </Button>
      <Confirm
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Restore the shipped text?"
        text="Everybody sees it at once. Your text stays in the history."
        confirmLabel="Restore"
        isPending={isPending}
        onConfirm={() =>
          void onConfirm().then(
            () => setIsAsking(false),
            () => setIsAsking(false),
          )
        }
      />
    </>
  );
}
