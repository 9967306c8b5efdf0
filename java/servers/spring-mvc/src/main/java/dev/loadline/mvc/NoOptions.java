// Keeps Spring MVC from answering OPTIONS, which no path takes.
package dev.loadline.mvc;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;
import org.springframework.http.HttpMethod;
import org.springframework.web.HttpRequestMethodNotSupportedException;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

final class NoOptions extends RequestMappingHandlerMapping {
  @Override
  protected HandlerMethod handleNoMatch(
      Set<RequestMappingInfo> infos, String lookupPath, HttpServletRequest request)
      throws ServletException {
    HandlerMethod found = super.handleNoMatch(infos, lookupPath, request);
    if (found != null && HttpMethod.OPTIONS.matches(request.getMethod())) {
      throw new HttpRequestMethodNotSupportedException(request.getMethod());
    }
    return found;
  }
}
