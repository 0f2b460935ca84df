import "./toast.css";
import "#app/ui/link.css";

import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useRef, useState } from "react";
import { createPortal } from "react-dom";

import { Icon } from "#app/ui/icon.tsx";
import { Lamp } from "#app/ui/lamp.tsx";
import { Box, Row } from "#app/ui/layout.tsx";
import { admin } from "#content/admin.ts";
import { fileCopy } from "#content/admin-file.ts";

/** Source: issue 13, line 2. */
const undoForMs = 10_000;

export type Undoable = {
  /** What was done. */
  sentence: string;
  /** @returns the sentence of why not, or nothing once it is as before */
  undo?: () => Promise<string | undefined>;
};

type Offer = Undoable & { number: number };

type Places = { show: (done: Undoable) => void; setPlace: (place: HTMLElement | null) => void };

const UndoContext = createContext<Places>({ show: () => {}, setPlace: () => {} });

/** Says what was just done, and for ten seconds how to take it back. */
export function useUndo(): (done: Undoable) => void {
  return useContext(UndoContext).show;
}

/** Inside what lies over the page and shuts the rest of it off: there it is said instead. */
export function UndoPlace() {
  const { setPlace } = useContext(UndoContext);
  return <div ref={(place) => setPlace(place)} />;
}

/** Above the screens: what was done on one can be taken back on the next. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const [offer, setOffer] = useState<Offer>();
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const show = (done: Undoable) => setOffer((previous) => ({ ...done, number: (previous?.number ?? 0) + 1 }));

  const toast = (
    <div role="status">
      {offer && <UndoToast key={offer.number} offer={offer} onShow={show} onDismiss={() => setOffer(undefined)} />}
    </div>
  );

  return (
    <UndoContext value={{ show, setPlace }}>
      {children}
      {place ? createPortal(toast, place) : toast}
    </UndoContext>
  );
}

type ToastProps = { offer: Offer; onShow: (done: Undoable) => void; onDismiss: () => void };

function UndoToast({ offer: { sentence, undo }, onShow, onDismiss }: ToastProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isUndoing, setIsUndoing] = useState(false);
  const dismiss = useEffectEvent(() => {
    if (!isUndoing && !box.current?.matches(":hover, :focus-within")) onDismiss();
  });

  // Synchronises with the clock; as long again while the pointer or the focus is on it.
  useEffect(() => {
    const timer = setInterval(() => dismiss(), undoForMs);
    return () => clearInterval(timer);
  }, []);

  async function takeBack(act: () => Promise<string | undefined>) {
    setIsUndoing(true);
    onShow({ sentence: (await act()) ?? fileCopy.undo.undone });
  }

  return (
    <Row
      ref={box}
      gap={16}
      align="center"
      padding={8}
      paddingLeft={16}
      radius="md"
      background="ink"
      color="white"
      className="toast dark"
    >
      <Lamp state="connected" />
      <span>{sentence}</span>
      {undo && !isUndoing && (
        <button type="button" className="text-link finger-link" onClick={() => void takeBack(undo)}>
          {fileCopy.undo.label}
        </button>
      )}
      <Box as="button" padding={8} type="button" aria-label={admin.deletion.dismiss} onClick={onDismiss}>
        <Icon name="close" isSmall />
      </Box>
    </Row>
  );
}
