-- Consents cite the versions of the terms and of the privacy policy: a recorded text is only ever added.
create trigger legal_texts_append_only before update or delete on legal_texts for each statement execute function refuse_change();
--> statement-breakpoint
create trigger legal_texts_not_emptied before truncate on legal_texts for each statement execute function refuse_change();
