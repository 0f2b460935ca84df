import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "./mobile-menu.css";

import { useId, useRef, useState } from "react";

import { ButtonLink } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { Logo } from "#app/ui/logo.tsx";

export type MenuProps = {
  brand: string;
  labels: { label: string; open: string; close: string };
  links: { target: string; label: string }[];
  signUp: { target: string; label: string };
};

/** Full-screen menu of small screens. The dialog keeps focus inside, closes on Escape and gives focus back. */
export function MobileMenu({ brand, labels, links, signUp }: MenuProps) {
  const [isOpen, setIsOpen] = useState(false);
  const dialog = useRef<HTMLDialogElement>(null);
  const menuId = useId();

  function open() {
    dialog.current?.showModal();
    setIsOpen(true);
  }

  function close() {
    dialog.current?.close();
  }

  return (
    <>
      <button type="button" className="strong menu-toggle" aria-expanded={isOpen} aria-controls={menuId} onClick={open}>
        {labels.open}
        <span className="bars" aria-hidden="true" />
      </button>
      <dialog ref={dialog} id={menuId} className="menu dark" aria-label={labels.label} onClose={() => setIsOpen(false)}>
        <Row align="center" justify="between" className="menu-bar">
          <Logo name={brand} />
          <button type="button" className="strong menu-toggle" onClick={close}>
            {labels.close}
            <Icon name="close" />
          </button>
        </Row>
        <nav aria-label={labels.label}>
          {links.map((link) => (
            <Row
              as="a"
              align="center"
              justify="between"
              key={link.target}
              paddingBlock={12}
              rule="top"
              className="text-heading strong stretch-mid tracking-title"
              href={link.target}
              onClick={close}
            >
              {link.label}
              <Icon name="arrow" />
            </Row>
          ))}
        </nav>
        <ButtonLink href={signUp.target} onClick={close}>
          {signUp.label}
        </ButtonLink>
      </dialog>
    </>
  );
}
