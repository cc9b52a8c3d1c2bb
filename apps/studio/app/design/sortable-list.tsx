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
  rectSortingStrategy,
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
  /** The items lie side by side, in as many rows as they need. */
  readonly isRow?: boolean;
}

/** A list that is ordered by hand: by pointer, or by Space, arrow keys and Space. */
export function SortableList<Item extends SortableItem>({
  label,
  items,
  onChange,
  row,
  isRow = false,
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
      <SortableContext
        items={items.map(({ id }) => id)}
        strategy={isRow ? rectSortingStrategy : verticalListSortingStrategy}
      >
        <ol
          aria-label={label}
          className={`rounded-card border border-rule bg-sheet ${isRow ? 'flex flex-wrap gap-2 p-2' : ''}`}
        >
          {items.map((item, index) => (
            <SortableRow key={item.id} item={item} place={index + 1} isRow={isRow}>
              {row(item)}
            </SortableRow>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

const LINE = 'flex items-center gap-3 border-rule border-t px-3 py-2 first:border-t-0';
const TILE = 'relative rounded-mark border border-rule p-1';

function SortableRow({
  item,
  place,
  isRow,
  children,
}: {
  readonly item: SortableItem;
  readonly place: number;
  readonly isRow: boolean;
  readonly children: ReactNode;
}) {
  const { attributes, listeners, setNodeRef, transform, transition, isDragging } = useSortable({
    id: item.id,
  });
  return (
    <li
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform), transition }}
      className={`${isRow ? TILE : LINE} ${isDragging ? 'relative z-10 bg-mark-soft' : ''}`}
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
      <span
        className={`text-right text-small text-muted tabular-nums ${isRow ? 'absolute top-3 right-3' : 'w-8'}`}
      >
        {place}
      </span>
      <div className={isRow ? '' : 'min-w-0 flex-1'}>{children}</div>
    </li>
  );
}
