import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { GripIcon } from './icons.tsx';

export interface SortableItem {
  readonly id: string;
  /** Read out while it is moved. */
  readonly label: string;
}

export interface SortableListProps<Item extends SortableItem> {
  readonly label: string;
  readonly items: readonly Item[];
  readonly onChange: (items: Item[]) => void;
  readonly row: (item: Item) => ReactNode;
}

/** A list that is ordered by hand: by pointer, or by Space, arrow keys and Space. */
export function SortableList<Item extends SortableItem>({
  label,
  items,
  onChange,
  row,
}: SortableListProps<Item>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const move = ({ active, over }: DragEndEvent): void => {
    const from = items.findIndex(({ id }) => id === active.id);
    const to = items.findIndex(({ id }) => id === over?.id);
    if (from >= 0 && to >= 0 && from !== to) onChange(arrayMove([...items], from, to));
  };
  const labelOf = (id: unknown): string => items.find((item) => item.id === id)?.label ?? '';
  const placeOf = (id: unknown): number => items.findIndex((item) => item.id === id) + 1;
  const announcements = {
    onDragStart: ({ active }: { active: { id: unknown } }) => `${labelOf(active.id)} is taken up.`,
    onDragOver: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over
        ? `${labelOf(active.id)} is at place ${placeOf(over.id)} of ${items.length}.`
        : undefined,
    onDragEnd: ({ active, over }: { active: { id: unknown }; over: { id: unknown } | null }) =>
      over ? `${labelOf(active.id)} is put at place ${placeOf(over.id)}.` : undefined,
    onDragCancel: ({ active }: { active: { id: unknown } }) =>
      `${labelOf(active.id)} is back where it was.`,
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={move}
      accessibility={{ announcements }}
    >
      <SortableContext items={items.map(({ id }) => id)} strategy={verticalListSortingStrategy}>
        <ol aria-label={label} className="rounded-card border border-rule bg-sheet">
          {items.map((item, index) => (
            <SortableRow key={item.id} item={item} place={index + 1}>
              {row(item)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

function SortableRow({
  item,
  place,
  children,
}: {
  readonly item: SortableItem;
  readonly place: number;
  readonly children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`flex items-center gap-3 border-rule border-t px-3 py-2 first:border-t-0 ${isDragging ? 'relative z-10 bg-mark-soft' : ''}`}
    >
      <button
        type="button"
        className="cursor-grab touch-none rounded-mark p-2 text-muted hover:bg-shade"
        {...attributes}
        {...listeners}
        aria-label={`Move ${item.label}`}
      >
        <GripIcon />
      </button>
      <span className="w-8 text-right text-small text-muted tabular-nums">{place}</span>
      <div className="min-w-0 flex-1">{children}</div>
    </li>
  );
}
