import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';

export function OverlaysSection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-xl">Overlays and tabs</h2>
      <div className="flex flex-wrap items-center gap-3">
        <Button variant="secondary" onClick={() => setIsDialogOpen(true)}>
          Open a dialog
        </Button>
        <Button variant="secondary" onClick={() => setIsConfirmOpen(true)}>
          Ask first
        </Button>
        <Menu trigger={<IconButton icon={Ellipsis} label="More" />} align="start">
          <MenuItem icon={Pencil}>Edit Post</MenuItem>
          <MenuItem isDisabled>Not now</MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} isDestructive onSelect={() => setIsConfirmOpen(true)}>
            Delete Post
          </MenuItem>
        </Menu>
      </div>
      <Tabs
        label="Periods"
        tabs={[
          { value: 'all', label: 'All time', content: <p>Everything so far.</p> },
          { value: 'month', label: 'This month', content: <p>The last month.</p> },
          { value: 'week', label: 'This week', content: <p>The last seven days.</p> },
        ]}
      />
      <Dialog
        isOpen={isDialogOpen}
        onOpenChange={setIsDialogOpen}
        title="Add Book"
        description="A title is enough; the rest can follow."
        footer={<Button onClick={() => setIsDialogOpen(false)}>Add Book</Button>}
      >
        <TextField label="Title" />
      </Dialog>
      <Confirm
        isOpen={isConfirmOpen}
        onOpenChange={setIsConfirmOpen}
        title="Delete Post"
        text="Are you sure you want to delete this post?"
        confirmLabel="Delete"
        isDestructive
        onConfirm={() => setIsConfirmOpen(false)}
      />
    </section>
  );
}
