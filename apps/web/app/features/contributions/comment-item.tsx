import type { CurrentUser } from '@commons/contract/auth/schemas';
import { contributionLimits } from '@commons/contract/contributions';
import type { Comment } from '@commons/contract/contributions/schemas';
import { useState } from 'react';
import { editSubject } from '../../lib/unsaved-text.ts';
import { Badge } from '../../ui/badge.tsx';
import { OptionsButton } from '../../ui/button.tsx';
import { lazyMenu } from '../../ui/lazy-opening.tsx';
import { LinkedText } from '../../ui/linked-text.tsx';
import { MemberAvatarLink, MemberName } from '../../ui/member-link.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { MutedFold, useIsMuted } from '../muted-words/index.ts';
import { AuthorSupport } from '../support/index.ts';
import { commentEditDraft, useUpdateComment } from './comments.api.ts';
import type { CommentSubject } from './comments.cache.ts';
import { contributionName } from './contributions.texts.ts';
import { TextEditor } from './text-editor.tsx';

const CommentMenu = lazyMenu(() => import('./comment-menu.tsx'));

type CommentItemProps = { subject: CommentSubject; comment: Comment; viewer: CurrentUser; onDeleted: () => void };

export const CommentItem = ({ subject, comment, viewer, onDeleted }: CommentItemProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const { author } = comment;
  const isMuted = useIsMuted(comment.authorId, [comment.content]);
  const name = contributionName('comment', comment, isMuted);
  return (
    <li className="flex gap-2">
      <MemberAvatarLink member={author} size="small" />
      <div className="min-w-0 flex-1 rounded-control bg-sunk px-3 py-2">
        <div className="flex items-start gap-2">
          <p className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-2 text-sm wrap-anywhere">
            <MemberName member={author} className="min-w-0" />
            <span className="text-xs text-muted">
              <RelativeTime at={comment.createdAt} />
              {comment.editedAt !== null && ' · edited'}
            </span>
          </p>
          {!isEditing && (
            // Limits the height to that of the text line, although the button's touch target is larger.
            <div className="flex h-5 items-center">
              <CommentMenu
                trigger={<OptionsButton noun="Comment" name={name} size="small" />}
                takesFocus={wasEditing}
                subject={subject}
                comment={comment}
                onEdit={() => setIsEditing(true)}
                onDeleted={onDeleted}
              />
            </div>
          )}
        </div>
        {comment.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
        <div className="mt-1 text-sm">
          {isEditing ? (
            <CommentEditor
              subject={subject}
              comment={comment}
              memberId={viewer.id}
              onClose={() => {
                setIsEditing(false);
                setWasEditing(true);
              }}
            />
          ) : (
            <MutedFold isMuted={isMuted} className="-mx-3">
              <LinkedText text={comment.content} />
            </MutedFold>
          )}
        </div>
      </div>
    </li>
  );
};

type CommentEditorProps = { subject: CommentSubject; comment: Comment; memberId: string; onClose: () => void };

const CommentEditor = ({ subject, comment, memberId, onClose }: CommentEditorProps) => {
  const updateComment = useUpdateComment(subject, comment, memberId, onClose);
  return (
    <TextEditor
      label="Edit your comment"
      original={comment.content}
      maxCharacters={contributionLimits.commentCharacters}
      memberId={memberId}
      draftName={commentEditDraft(comment.id)}
      subject={editSubject('comment', comment.id)}
      isPending={updateComment.isPending}
      error={updateComment.error}
      onSave={updateComment.mutate}
      onClose={onClose}
    >
      <AuthorSupport draft={commentEditDraft(comment.id)} />
    </TextEditor>
  );
};
