import type { CustomEmojiPageData } from '@tributary/contract/discussions/emoji.ts';
import { SmilePlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { focusAfterChange } from '../../app/next-focus.ts';
import { usePage } from '../../app/navigation.tsx';
import { showSaved } from '../../app/show-saved.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeader } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { List } from '../../ui/list-row.tsx';
import { PageBody } from '../../ui/page-body.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmojiForm } from '../custom-emoji/emoji-form.tsx';
import { EmojiRow } from '../custom-emoji/emoji-row.tsx';

/** Emoji that a group made, for who works in it to add and take away. */
export default function CustomEmojiPage() {
  const { data } = usePage<CustomEmojiPageData>();
  const { emoji, createPath } = data;
  const [isAdding, setAdding] = useState(false);
  const addButton = useRef<HTMLButtonElement>(null);
  const done = () => focusAfterChange(() => setAdding(false), addButton);
  const add = createPath !== null && !isAdding && (
    <Button ref={addButton} variant="primary" onClick={() => setAdding(true)}>
      New emoji
    </Button>
  );
  const isEmpty = emoji.length === 0;
  return (
    <PageBody>
      <PageHeader
        title="Custom emoji"
        meta="Use these emoji in reactions and text in the projects of this group and its subgroups."
        actions={!isEmpty && add}
      />
      {isAdding && createPath !== null && (
        <Card className="mb-2">
          <CardHeader title="New emoji" />
          <div className="p-4">
            <EmojiForm
              path={createPath}
              onSaved={async () => {
                await showSaved();
                done();
              }}
              onCancel={done}
            />
          </div>
        </Card>
      )}
      {isEmpty ? (
        !isAdding && (
          <EmptyState
            icon={SmilePlus}
            title="No custom emoji yet"
            text="Add small images with a name, such as :party_blob:."
            action={add}
          />
        )
      ) : (
        <List label="Custom emoji">
          {emoji.map((card) => (
            <EmojiRow key={card.id} emoji={card} />
          ))}
        </List>
      )}
    </PageBody>
  );
}
