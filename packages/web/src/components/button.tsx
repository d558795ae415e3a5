import { Link, type LinkProps } from "@tanstack/react-router"
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from "react"
import { classNames } from "./class-names.ts"
import { Icon, type IconName } from "./icon.tsx"

type Variant = "primary" | "secondary" | "quiet" | "danger"

const VARIANTS: Readonly<Record<Variant, string>> = {
  primary: "bg-accent text-on-accent hover:bg-accent-hover border-transparent",
  secondary: "bg-surface text-ink border-line-strong hover:bg-hover",
  quiet: "border-transparent text-muted hover:text-ink hover:bg-hover",
  danger: "bg-surface text-bad border-line-strong hover:bg-bad-soft",
}

const SHAPE =
  "inline-flex h-8 shrink-0 items-center justify-center gap-2 rounded-md border px-3 text-base font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-50"

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly variant?: Variant
  readonly icon?: IconName
  /** Shows that the action is running; the button does nothing in the meantime. */
  readonly isBusy?: boolean
}

/** A button with a label. */
export function Button({ variant = "secondary", icon, isBusy = false, children, className, ...rest }: ButtonProps) {
  // Not `disabled`, because a button that has the focus would lose it.
  const busy = isBusy && {
    "aria-disabled": true,
    "aria-busy": true,
    onClick: (event: MouseEvent) => event.preventDefault(),
  }
  return (
    <button
      type="button"

      {...rest}
      {...busy}
      className={classNames(SHAPE, VARIANTS[variant], className)}
    >
      {icon !== undefined && <Icon name={icon} />}
      <span className={classNames(isBusy && "animate-fade")}>{children}</span>
    </button>
  )
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  readonly icon: IconName
  readonly label: string
}

/** A button that shows only an icon; the label is for screen readers and on hover. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"

      title={label}
      aria-label={label}
      {...rest}
      className={classNames(
        "inline-flex size-8 shrink-0 items-center justify-center rounded-md text-muted transition-colors hover:bg-hover hover:text-ink disabled:opacity-50",
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  )
}

interface ButtonLinkProps {
  readonly to: LinkProps["to"]
  readonly params?: LinkProps["params"]
  readonly search?: LinkProps["search"]
  readonly variant?: Variant
  readonly icon?: IconName
  readonly children: ReactNode
}

/** A link to another page that looks like a button. */
export function ButtonLink({ to, params, search, variant = "secondary", icon, children }: ButtonLinkProps) {
  return (
    <Link to={to ?? "/"} params={params ?? {}} search={search ?? {}} className={classNames(SHAPE, VARIANTS[variant])}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Link>
  )
}
