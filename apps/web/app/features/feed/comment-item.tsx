import type { CurrentUser } from '@commons/contract/auth';
import { type PostComment, feedLimits } from '@commons/contract/feed';
import { useState } from 'react';
import { LinkedText } from '../../lib/linked-text.tsx';
import { RelativeTime } from '../../lib/relative-time.tsx';
import { Badge } from '../../ui/badge.tsx';
import { MemberFace, MemberName } from '../../ui/member-link.tsx';
import { commentEditDraft, useUpdateComment } from './comments.api.ts';
import { entryName } from './entry-name.ts';
import { LazyMenu, lazyMenu } from './lazy-menu.tsx';
import { TextEditor } from './text-editor.tsx';

const CommentMenu = lazyMenu(() => import('./comment-menu.tsx'));
const menuLook = { title: 'Comment options', className: '-my-1' };

type CommentEditorProps = { comment: PostComment; memberId: string; onClose: () => void };

const CommentEditor = ({ comment, memberId, onClose }: CommentEditorProps) => {
  const updateComment = useUpdateComment(comment, memberId, onClose);
  return (
    <TextEditor
      label="Edit your comment"
      original={comment.content}
      maxCharacters={feedLimits.commentCharacters}
      memberId={memberId}
      draftName={commentEditDraft(comment.id)}
      isPending={updateComment.isPending}
      error={updateComment.error}
      onSave={updateComment.mutate}
      onClose={onClose}
    />
  );
};

type CommentItemProps = { comment: PostComment; viewer: CurrentUser; onDeleted: () => void };

export const CommentItem = ({ comment, viewer, onDeleted }: CommentItemProps) => {
  const [isEditing, setIsEditing] = useState(false);
  const [wasEditing, setWasEditing] = useState(false);
  const { author } = comment;
  const look = { ...menuLook, label: `Comment options, ${entryName('comment', comment)}` };
  return (
    <li className="flex gap-2.5">
      <MemberFace member={author} size="small" />
      <div className="min-w-0 flex-1 rounded-control bg-sunk px-3.5 py-2.5">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 text-sm wrap-anywhere">
            <MemberName member={author} />{' '}
            <span className="text-xs text-muted">
              <RelativeTime at={comment.createdAt} className="inline-block" />
              {comment.editedAt !== null && ' · edited'}
            </span>
          </p>
          {!isEditing && (comment.can.edit || comment.can.delete) && (
            <LazyMenu {...look} size="small" takesFocus={wasEditing} onApproach={CommentMenu.preload}>
              <CommentMenu {...look} comment={comment} onEdit={() => setIsEditing(true)} onDeleted={onDeleted} />
            </LazyMenu>
          )}
        </div>
        {comment.isAwaitingReview && <Badge tone="warn">Awaiting review</Badge>}
        <div className="mt-1 text-sm">
          {isEditing ? (
            <CommentEditor
              comment={comment}
              memberId={viewer.id}
              onClose={() => {
                setIsEditing(false);
                setWasEditing(true);
              }}
            />
          ) : (
            <LinkedText text={comment.content} />
          )}
        </div>
      </div>
    </li>
  );
};
