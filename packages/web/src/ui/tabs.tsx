import { Tabs as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { Count } from './count.tsx';
import { tabClasses } from './link-tabs.tsx';

export type TabItem = { key: string; label: string; count?: number | undefined; content: ReactNode };

export type TabsProps = {
  items: readonly TabItem[];
  label: string;
  value?: string;
  onValueChange?: (value: string) => void;
};

/** Tabs within a page that have no address of their own (write and preview). */
export function Tabs({ items, label, value, onValueChange }: TabsProps) {
  const first = items[0]?.key ?? '';
  return (
    <Primitive.Root
      {...(value === undefined ? { defaultValue: first } : { value })}
      {...(onValueChange === undefined ? {} : { onValueChange })}
    >
      <Primitive.List aria-label={label} className="flex gap-5 overflow-x-auto border-b">
        {items.map((item) => (
          <Primitive.Trigger key={item.key} value={item.key} className={tabClasses}>
            {item.label}
            {item.count !== undefined && <Count value={item.count} />}
          </Primitive.Trigger>
        ))}
      </Primitive.List>
      {items.map((item) => (
        <Primitive.Content key={item.key} value={item.key} className="pt-3">
          {item.content}
        </Primitive.Content>
      ))}
    </Primitive.Root>
  );
}
