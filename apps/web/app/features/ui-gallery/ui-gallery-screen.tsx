import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, Picture, pictureNames } from '../../ui/empty-state.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { ControlsSection } from './controls-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';

/** Shows every component in every state. Development only. */
export default function UiGalleryScreen() {
  return (
    <main id="main" className="mx-auto flex max-w-240 flex-col gap-12 px-4 py-12">
      <title>Interface kit</title>
      <h1 className="text-3xl">Interface kit</h1>
      <TypeSection />
      <ControlsSection />
      <FeedbackSection />
      <OverlaysSection />
      <PicturesSection />
    </main>
  );
}

function TypeSection() {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-xl">Type</h2>
      <p className="font-heading text-3xl">Morning light on a common</p>
      <p className="font-heading text-2xl">Morning light on a common</p>
      <p className="font-heading text-xl">Morning light on a common</p>
      <p className="text-lg">A quiet place, open and green, people about, nobody in a hurry.</p>
      <p className="max-w-[60ch]">
        A quiet place, open and green, people about, nobody in a hurry. Calm is not grey: it is a paper-warm ground,
        deep evergreen ink, one living green and small warm accents.
      </p>
      <p className="text-sm text-muted">A quiet place, open and green, people about.</p>
      <p className="text-xs text-muted">A quiet place, open and green, people about.</p>
    </section>
  );
}

function PicturesSection() {
  return (
    <section className="flex flex-col gap-6">
      <h2 className="text-xl">Pictures</h2>
      <Card>
        <EmptyState
          headingLevel="h3"
          title="No books yet"
          text="Check back soon for curated book recommendations."
          picture="books"
          action={<Button>Recommend a Book</Button>}
        />
      </Card>
      <ul className="grid grid-cols-2 gap-4 md:grid-cols-3">
        {pictureNames.map((name) => (
          <li key={name} className="text-xs text-muted">
            <Picture name={name} className="w-full" />
            {name}
          </li>
        ))}
      </ul>
    </section>
  );
}

function OverlaysSection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isConfirmOpen, setIsConfirmOpen] = useState(false);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
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
        <Menu
          trigger={<IconButton icon={Ellipsis} label="More" />}
          align="start"
          isOpen={isMenuOpen}
          onOpenChange={setIsMenuOpen}
        >
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
