import { ListPlus, ListX } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../lib/app-error.ts';
import { showSaved } from '../app/show-saved.ts';
import { Button } from '../ui/button.tsx';
import { useToast } from '../ui/toast.tsx';
import { addTodo, finishTodo } from './commands.ts';

/** Notes a thing down for oneself, or ticks off what waits there. `itemApi` is its address in the REST endpoint. */
export function TodoButton({ todoId, itemApi }: { todoId: number | null; itemApi: string }) {
  const [isBusy, setBusy] = useState(false);
  const toast = useToast();
  const toggle = async () => {
    setBusy(true);
    try {
      await (todoId === null ? addTodo(itemApi) : finishTodo(todoId));
      await showSaved();
    } catch (error) {
      toast({ text: messageOf(error), tone: 'failed' });
    }
    setBusy(false);
  };
  return (
    <Button size="sm" icon={todoId === null ? ListPlus : ListX} busy={isBusy} onClick={() => void toggle()}>
      {todoId === null ? 'Add a to-do' : 'Mark as done'}
    </Button>
  );
}
